import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Site } from "../api/api-types.ts";
import { formatTime, isPublishing, places, pluralize, publishBlock, withFullStop } from "./format.ts";
import { goTo } from "./navigation.ts";
import { Button, WithIcon } from "./parts.tsx";
import { undoOrRedo } from "./save.ts";
import { connectionProblem, isRefused, listUnsaved, useEditorState } from "./state.ts";

export function Bar({ site, menu, title }: { site: Site; menu: { open: boolean; toggle(): void }; title: string }) {
  const view = useEditorState((state) => state.view.name);
  return (
    <header className="top-bar">
      <Button
        className="tool menu"
        icon={icons.menu}
        id="menu"
        aria-expanded={menu.open}
        aria-controls="sidebar"
        onClick={menu.toggle}
      >
        {title}
        <Icon shape={icons.chevronDown} />
      </Button>
      <div className="brand">
        <img src="/edit/icon.svg" alt="" />
        <span>
          <b>{site.shortName}</b>
          <small>Editing your site</small>
        </span>
      </div>
      <SaveAndPublishState site={site} />
      <div className="top-bar__end">
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
  const unsaved = useEditorState(
    (state) => listUnsaved(state.unsaved).filter((edit) => !isRefused(edit, state.newEntry)).length,
  );
  const saving = useEditorState((state) => state.saving);
  const savedAt = useEditorState((state) => state.savedAt);
  const disconnected = useEditorState((state) => state.disconnected);
  const problem = useEditorState((state) => connectionProblem(state).what);
  const { unpublished, problems } = site;
  const latest = savedAt ?? unpublished[0]?.at;
  return (
    <>
      <p className={`status ${disconnected || problems.length ? "status--bad" : ""}`}>
        {disconnected ? (
          <WithIcon shape={icons.warning}>{problem}</WithIcon>
        ) : saving ? (
          <WithIcon>Saving…</WithIcon>
        ) : unsaved ? (
          <>
            <span className="changed" />
            {pluralize(unsaved, "change")} not saved yet
          </>
        ) : problems.length ? (
          <a className="status" href="#to-do">
            <WithIcon shape={icons.warning}>{pluralize(problems.length, "thing")} to fix</WithIcon>
          </a>
        ) : (
          <WithIcon shape={icons.tick}>{latest ? `Saved ${formatTime(latest)}` : "Everything is saved"}</WithIcon>
        )}
      </p>
      <p className="status status--wide">{publishState(site)}</p>
    </>
  );
}

function publishState({ publishing, unpublished, problems }: Site): string {
  if (problems.length) return "Fix this before you publish";
  if (isPublishing(publishing)) return "Publishing…";
  if (publishing.state === "not-live") return "Not published";
  if (unpublished.length) return `${pluralize(unpublished.length, "change")} not published yet`;
  return publishing.publishedAt ? `Published ${formatTime(publishing.publishedAt)}` : "Nothing to publish";
}

const UndoButtons = ({ site: { undo, redo } }: { site: Site }) => (
  <>
    {redo && (
      <Button
        className="tool tool--wide"
        icon={icons.redo}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={() => undoOrRedo("redo")}
      >
        <span>Redo</span> <em>{places([redo])}</em>
      </Button>
    )}
    <Button
      className="tool"
      icon={icons.undo}
      aria-keyshortcuts="Control+Z"
      isDisabled={!undo}
      onClick={() => undoOrRedo("undo")}
    >
      <span>Undo</span> <em>{undo ? places([undo]) : "Nothing yet"}</em>
    </Button>
  </>
);

function PublishButton({ site }: { site: Site }) {
  const { problems, unpublished } = site;
  const block = publishBlock(site);
  if (!block && !unpublished.length) return <Button isDisabled>Nothing to publish</Button>;
  if (!block)
    return (
      <Button onClick={() => goTo({ name: "publish" })}>Publish {pluralize(unpublished.length, "change")}…</Button>
    );
  return (
    <>
      <Button aria-describedby="why" onClick={() => goTo({ name: "to-do" })}>
        {block}
      </Button>
      <p className="sr-only" id="why">
        {withFullStop(`You can publish once this is fixed: ${places(problems)}`)}
      </p>
    </>
  );
}
