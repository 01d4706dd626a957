import { useEffect, useState } from "react";
import { Bar } from "./bar.tsx";
import { Words } from "./form.tsx";
import { goTo } from "./going.ts";
import { Rail } from "./rail.tsx";
import { Conflicted } from "./sheets/conflict.tsx";
import { WhatChanged } from "./sheets/history.tsx";
import { LaunchSheet } from "./sheets/launch.tsx";
import { Mend } from "./sheets/mend.tsx";
import { Bench } from "./sheets/picture.tsx";
import { PublishSheet } from "./sheets/publish.tsx";
import { Stage } from "./stage.tsx";
import { now, useEditor } from "./state.ts";
import { useTarget } from "./target.ts";

export function App() {
  const site = useEditor((state) => state.site);
  const place = useEditor((state) => state.place);
  const conflict = useEditor((state) => state.conflict);
  const spoken = useEditor((state) => state.spoken);
  const away = useEditor((state) => state.away);
  const [drawer, setDrawer] = useState(false);
  const [tab, setTab] = useState<"words" | "page">("words");
  useTarget();
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever she goes, the drawer has done its work
  useEffect(() => setDrawer(false), [place]);
  useEffect(() => {
    if (!drawer) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setDrawer(false);
      document.getElementById("menu")?.focus();
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [drawer]);
  if (!site)
    return (
      <p className="waits" role="status">
        {away ? "The editor was closed. Start it again." : "Opening your site…"}
      </p>
    );

  const entry =
    place.name === "words" ? (site.entries.find(({ id }) => id === place.entry) ?? site.entries[0]) : undefined;
  const title = entry?.title ?? titles[place.name] ?? "All pages";
  const sheet = conflict || place.name === "history" || place.name === "publish" || place.name === "launch";
  return (
    <>
      <title>{`${conflict ? "Changed in two places" : title} | ${site.shortName} editor`}</title>
      <button className="skip" type="button" onClick={() => document.getElementById("words")?.focus()}>
        Skip to the words
      </button>
      <div className="editor" data-tab={tab}>
        <Bar site={site} title={title} menu={{ open: drawer, toggle: () => setDrawer(!drawer) }} />
        <Rail site={site} open={drawer} />
        {conflict ? (
          <Conflicted conflict={conflict} />
        ) : place.name === "history" ? (
          <WhatChanged site={site} />
        ) : place.name === "publish" ? (
          <PublishSheet site={site} />
        ) : place.name === "launch" ? (
          <LaunchSheet />
        ) : place.name === "picture" ? (
          <Bench key={place.picture} site={site} name={place.picture} back={back} />
        ) : (
          <>
            <Stage site={site} {...(place.name === "mend" && { hint: "A draft. Visitors do not see this." })} />
            {place.name === "mend" ? <Mend site={site} /> : entry && <Words entry={entry} />}
          </>
        )}
        {!sheet && (
          <nav className="tabs" aria-label="Words or page">
            {(["words", "page"] as const).map((name) => (
              <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
                {name === "words" ? "Words" : "Page"}
              </button>
            ))}
          </nav>
        )}
      </div>
      <p className="vh" role="status">
        {spoken}
      </p>
    </>
  );
}

/** To the words of the page in the frame. */
function back() {
  const { site, address } = now();
  const entry = site?.entries.find((one) => one.address === address) ?? site?.entries[0];
  if (entry) goTo({ name: "words", entry: entry.id });
}

const titles: Record<string, string> = {
  picture: "A picture",
  mend: "To mend",
  history: "What changed",
  publish: "Publish",
  launch: "Launch",
};
