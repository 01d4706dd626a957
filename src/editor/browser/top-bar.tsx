import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Site } from "../api/api-types.ts";
import { formatTime, isPublishing, pluralize, publishBlock, withFullStop } from "./format.ts";
import { goTo } from "./navigation.ts";
import { connectionProblem, useEditorState } from "./state.ts";
import { undoOrRedo } from "./undo.ts";

export function Bar({ site, menu, title }: { site: Site; menu: { open: boolean; toggle(): void }; title: string }) {
  const view = useEditorState((state) => state.view.name);
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
        <Icon shape={icons.menu} />
        {title}
        <Icon shape={icons.chevronDown} />
      </button>
      <div className="mark">
        <img src="/edit/icon.svg" alt="" />
        <span>
          <b>{site.shortName}</b>
          <small>Editing your site</small>
        </span>
      </div>
      <SaveAndPublishState site={site} />
      <div className="bar__end">
        <UndoButtons site={site} />
        <a className="tool tool--wide" href="#history" aria-current={view === "history" ? "page" : undefined}>
          <Icon shape={icons.clock} />
          <span>History</span>
        </a>
        {view !== "publish" && <PublishButton site={site} />}
      </div>
    </header>
  );
}

function SaveAndPublishState({ site }: { site: Site }) {
  const unsaved = useEditorState((state) =>
    Object.values(state.unsaved).reduce((count, { edits }) => count + Object.keys(edits).length, 0),
  );
  const saving = useEditorState((state) => state.saving);
  const saved = useEditorState((state) => state.saved);
  const disconnected = useEditorState((state) => state.disconnected);
  const problem = useEditorState((state) => connectionProblem(state).what);
  const { publishing, unpublished, problems } = site;
  const latest = saved?.at ?? unpublished[0]?.at;
  return (
    <>
      <p className={`state ${disconnected || problems.length ? "state--bad" : ""}`}>
        {disconnected ? (
          <>
            <Icon shape={icons.warning} />
            {problem}
          </>
        ) : saving ? (
          <>
            <i className="spin" />
            Saving…
          </>
        ) : unsaved ? (
          <>
            <span className="changed" />
            {pluralize(unsaved, "change")} not saved yet
          </>
        ) : problems.length ? (
          <a className="state" href="#problems">
            <Icon shape={icons.warning} />
            {pluralize(problems.length, "thing")} to fix
          </a>
        ) : (
          <>
            <Icon shape={icons.tick} />
            {latest ? `Saved ${formatTime(latest)}` : "Everything is saved"}
          </>
        )}
      </p>
      <p className="state state--wide">
        {problems.length
          ? "Fix this before you publish"
          : isPublishing(publishing)
            ? "Publishing…"
            : publishing.state === "failed" || publishing.state === "built"
              ? "Not published"
              : unpublished.length
                ? `${pluralize(unpublished.length, "change")} not published yet`
                : publishing.publishedAt
                  ? `Published ${formatTime(publishing.publishedAt)}`
                  : "Nothing to publish"}
      </p>
    </>
  );
}

function UndoButtons({ site: { undo, redo } }: { site: Site }) {
  return (
    <>
      {redo && (
        <button
          className="tool tool--wide"
          type="button"
          aria-keyshortcuts="Control+Shift+Z"
          onClick={() => undoOrRedo("redo")}
        >
          <Icon shape={icons.redo} />
          <span>Redo</span> <em>{redo.label}</em>
        </button>
      )}
      <button
        className="tool"
        type="button"
        aria-keyshortcuts="Control+Z"
        aria-disabled={undo ? undefined : true}
        onClick={() => undoOrRedo("undo")}
      >
        <Icon shape={icons.undo} />
        <span>Undo</span> {undo ? <em>{undo.label}</em> : <em>Nothing yet</em>}
      </button>
    </>
  );
}

function PublishButton({ site }: { site: Site }) {
  const { problems, unpublished } = site;
  const places = problems.map(({ title, label }) => `${title}, ${label}`).join("; ");
  const block = publishBlock(site);
  if (block) {
    return (
      <>
        <button className="button" type="button" aria-disabled="true" aria-describedby="why">
          {block}
        </button>
        <p className="sr-only" id="why">
          {withFullStop(`You can publish once this is fixed: ${places}`)}
        </p>
      </>
    );
  }
  if (!unpublished.length) {
    return (
      <button className="button" type="button" aria-disabled="true">
        Nothing to publish
      </button>
    );
  }
  return (
    <button className="button" type="button" onClick={() => goTo({ name: "publish" })}>
      Publish {pluralize(unpublished.length, "change")}…
    </button>
  );
}
