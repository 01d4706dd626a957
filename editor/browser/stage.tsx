import { useRef, useState } from "react";
import type { Site } from "../shapes.ts";
import { Icon } from "./icon.tsx";
import { Seam, useFrame } from "./lamp.tsx";
import { useEditor } from "./state.ts";

/** The page as it will be, drawn as wide as a desk or a phone and scaled into its glass. */
export function Stage({ site, hint }: { site: Site; hint?: string }) {
  const [phone, setPhone] = useState(false);
  const glass = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const address = useEditor((state) => state.address);
  const shown = useFrame(glass, frame, phone);
  const entry = site.entries.find((one) => one.address === address);
  const where = `${site.address ?? ""}${address}`.replace(/^https?:\/\//, "");
  return (
    <section className="stage" aria-label="The page as it will be">
      <div className="stage__head">
        <p>
          <span className="where">{where}</span>{" "}
          <span className="hint soft">{hint ?? (shown.missing || "Click words to change them.")}</span>
        </p>
        {shown.follow && (
          <button className="text-button" type="button" onClick={shown.follow.go}>
            Follow the link to {shown.follow.label}
          </button>
        )}
        <fieldset className="seg seg--end" aria-label="Show the page as on">
          <button type="button" aria-pressed={!phone} onClick={() => setPhone(false)}>
            <Icon name="desk" />
            Desk
          </button>
          <button type="button" aria-pressed={phone} onClick={() => setPhone(true)}>
            <Icon name="phone" />
            Phone
          </button>
        </fieldset>
      </div>
      <div className="glass" ref={glass}>
        <iframe
          ref={frame}
          title={`${entry?.title ?? "The page"}, as visitors will see it`}
          // Clicking words is a shortcut; the parts above the form are the equal way.
          tabIndex={-1}
          onLoad={shown.loaded}
        />
        {shown.tag && (
          <span
            className="lamp-tag"
            data-bad={shown.tag.bad || undefined}
            style={{ left: shown.tag.x, top: shown.tag.y }}
            aria-hidden="true"
          >
            {shown.tag.label}
          </span>
        )}
      </div>
      <Seam tie={shown.tie} />
    </section>
  );
}
