import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { PublishStatus, Site } from "../api/api-types.ts";
import { formatTime, isPublishing, places, pluralize, publishBlock, withFullStop } from "./format.ts";
import { goTo } from "./navigation.ts";
import { Button, WithIcon } from "./parts.tsx";
import { undoOrRedo } from "./save.ts";
import { connectionProblem, isRefused, listUnsaved, useEditorState } from "./state.ts";

export function Bar({ site, title }: { site: Site; title: string }) {
  const view = useEditorState((state) => state.view.name);
  return (
    <header className="top-bar">
      <Button className="tool menu" icon={icons.menu} id="menu" popoverTarget="sidebar">
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
      <SiteStatus site={site} />
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

/** What visitors see, and what is in the way. What is saved is said below the form, and what can be published on the button. */
function SiteStatus({ site: { publishing } }: { site: Site }) {
  const disconnected = useEditorState((state) => state.disconnected);
  const problem = useEditorState((state) => connectionProblem(state).what);
  const held = useEditorState(
    ({ unsaved, newEntry, errorMessage, saving }) =>
      listUnsaved(unsaved).filter((edit) => !isRefused(edit, newEntry) && (edit.conflict || (errorMessage && !saving)))
        .length,
  );
  const { icon, words } = disconnected
    ? { icon: icons.warning, words: problem }
    : held
      ? { icon: icons.warning, words: `${pluralize(held, "change")} not saved yet` }
      : statusOf(publishing);
  return (
    <p className={`status ${icon === icons.warning ? "status--bad" : ""}`}>
      {words && <WithIcon shape={icon}>{words}</WithIcon>}
    </p>
  );
}

function statusOf({ state, publishedAt }: PublishStatus): { icon?: icons.IconShape; words: string } {
  if (isPublishing({ state })) return { words: "Publishing…" };
  if (state === "not-live") return { icon: icons.warning, words: "Not published" };
  return { icon: icons.tick, words: publishedAt ? `Published ${formatTime(publishedAt)}` : "" };
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

/** What she can do next: fix, publish, or nothing. */
function PublishButton({ site }: { site: Site }) {
  const { problems, unpublished } = site;
  const block = publishBlock(site);
  const words = unpublished.length ? `Publish ${pluralize(unpublished.length, "change")}…` : "Nothing to publish";
  return (
    <>
      <Button
        look="small light"
        isDisabled={!block && !unpublished.length}
        aria-describedby={block ? "why" : undefined}
        onClick={() => goTo({ name: block ? "to-do" : "publish", id: "" })}
      >
        {block ?? words}
      </Button>
      {block && (
        <p className="sr-only" id="why">
          {withFullStop(`You can publish once this is fixed: ${places(problems)}`)}
        </p>
      )}
    </>
  );
}
