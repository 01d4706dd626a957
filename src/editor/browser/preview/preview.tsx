import { useRef, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Site } from "../../api/api-types.ts";
import { Button } from "../parts.tsx";
import { useEditorState } from "../state.ts";
import { usePreviewHighlight } from "./preview-highlight.ts";

/** Shows the page as it will be published, at the width of a desktop or a phone, scaled to fit. */
export function Preview({ site, hint }: { site: Site; hint?: string }) {
  const [phone, setPhone] = useState(() => innerWidth < 600);
  const viewport = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const address = useEditorState((state) => state.previewPath);
  const entry = site.entries.find((one) => one.address === address);
  const title = `${entry?.title ?? "The page"}, as visitors will see it`;
  const highlight = usePreviewHighlight(viewport, pages, phone, title);
  const where = `${site.address ?? ""}${address}`.replace(/^https?:\/\//, "");
  return (
    <section className="stage" aria-label="The page as it will be">
      <div className="stage__head">
        <p>
          <span className="where">{where}</span>{" "}
          <span className="hint soft">{hint ?? (highlight.missing || "Click words to change them.")}</span>
        </p>
        {highlight.pendingLink && (
          <Button look="text" onClick={highlight.pendingLink.go}>
            Follow the link to {highlight.pendingLink.label}
          </Button>
        )}
        <fieldset className="seg seg--end" aria-label="Show the page as on">
          <button type="button" aria-pressed={!phone} onClick={() => setPhone(false)}>
            <Icon shape={icons.desktop} />
            Computer
          </button>
          <button type="button" aria-pressed={phone} onClick={() => setPhone(true)}>
            <Icon shape={icons.mobile} />
            Phone
          </button>
        </fieldset>
      </div>
      <div className="glass" ref={viewport}>
        <div ref={pages} />
        {highlight.tag && (
          <span
            className="lamp-tag"
            data-bad={highlight.tag.invalid || undefined}
            style={{ left: highlight.tag.x, top: highlight.tag.y }}
            aria-hidden="true"
          >
            {highlight.tag.label}
          </span>
        )}
      </div>
      {highlight.connector && <i className="tie" aria-hidden="true" style={highlight.connector} />}
    </section>
  );
}
