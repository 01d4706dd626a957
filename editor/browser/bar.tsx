import type { Site } from "../shapes.ts";
import { goTo } from "./going.ts";
import { Icon } from "./icon.tsx";
import { useEditor } from "./state.ts";
import { takeBackLast } from "./undoing.ts";
import { clock, counted } from "./words.ts";

export function Bar({ site, menu, title }: { site: Site; menu: { open: boolean; toggle(): void }; title: string }) {
  const place = useEditor((state) => state.place.name);
  return (
    <header className="bar">
      <button
        className="tool menu"
        type="button"
        id="menu"
        aria-expanded={menu.open}
        aria-controls="rail"
        onClick={menu.toggle}
      >
        <Icon name="menu" />
        {title}
        <Icon name="down" />
      </button>
      <div className="mark">
        <img src="/favicon.svg" alt="" />
        <span>
          <b>{site.shortName}</b>
          <small>Editing your site</small>
        </span>
      </div>
      <States site={site} />
      <div className="bar__end">
        <Undo site={site} />
        <a className="tool tool--wide" href="#history" aria-current={place === "history" ? "page" : undefined}>
          <Icon name="clock" />
          <span>History</span>
        </a>
        {place !== "publish" && <Publish site={site} />}
      </div>
    </header>
  );
}

function States({ site }: { site: Site }) {
  const unsaved = useEditor((state) =>
    Object.values(state.unsaved).reduce((count, { edits }) => count + Object.keys(edits).length, 0),
  );
  const saving = useEditor((state) => state.saving);
  const saved = useEditor((state) => state.saved);
  const away = useEditor((state) => state.away);
  const { publishing, waiting, mend } = site;
  const latest = saved?.at ?? waiting[0]?.at;
  return (
    <>
      <p className={`state ${away || mend.length ? "state--bad" : ""}`} role="status">
        {away ? (
          <>
            <Icon name="mend" />
            The editor was closed
          </>
        ) : saving ? (
          <>
            <i className="spin" />
            Saving…
          </>
        ) : unsaved ? (
          <>
            <span className="changed" />
            {counted(unsaved, "change")} not saved yet
          </>
        ) : mend.length ? (
          <a className="state" href="#mend">
            <Icon name="mend" />
            {counted(mend.length, "thing")} to mend
          </a>
        ) : (
          <>
            <Icon name="tick" />
            {latest ? `Saved ${clock(latest)}` : "All is saved"}
          </>
        )}
      </p>
      <p className="state state--wide">
        {mend.length
          ? `Publish waits for ${mend.length === 1 ? "it" : "them"}`
          : publishing.state === "checking" || publishing.state === "making"
            ? "Publishing…"
            : publishing.state === "failed"
              ? "Not published"
              : waiting.length
                ? `${counted(waiting.length, "change")} not published yet`
                : publishing.publishedAt
                  ? `${publishing.how === "command" ? "Handed over" : "Published"} ${clock(publishing.publishedAt)}`
                  : "Nothing waits to be published"}
      </p>
    </>
  );
}

function Undo({ site: { undo, redo } }: { site: Site }) {
  return (
    <>
      {redo && (
        <button
          className="tool tool--wide"
          type="button"
          aria-keyshortcuts="Control+Shift+Z"
          onClick={() => takeBackLast("redo")}
        >
          <Icon name="redo" />
          <span>Redo {redo.label}</span>
        </button>
      )}
      <button
        className="tool"
        type="button"
        aria-keyshortcuts="Control+Z"
        aria-disabled={undo ? undefined : true}
        onClick={() => takeBackLast("undo")}
      >
        <Icon name="undo" />
        <span>Undo</span> {undo ? <em>{undo.label}</em> : <em>Nothing yet</em>}
      </button>
    </>
  );
}

function Publish({ site }: { site: Site }) {
  const { mend, waiting, publishing } = site;
  const places = mend.map(({ title, label }) => `${title}, ${label}`).join("; ");
  if (publishing.waits || mend.length) {
    return (
      <>
        <button className="button" type="button" aria-disabled="true" aria-describedby="why">
          {publishing.waits ?? `Publish waits: ${mend.length} to mend`}
        </button>
        <p className="vh" id="why">
          {mend.length ? `Publish waits until this is mended: ${places}.` : publishing.waits}
        </p>
      </>
    );
  }
  if (!waiting.length) {
    return (
      <button className="button" type="button" aria-disabled="true">
        Nothing to publish
      </button>
    );
  }
  return (
    <button className="button" type="button" onClick={() => goTo({ name: "publish" })}>
      Publish {counted(waiting.length, "change")}…
    </button>
  );
}
