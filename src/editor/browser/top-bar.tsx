import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { PublishStatus, Site } from "../api/api-types.ts";
import { formatTime, isPublishing, listBlocking, places, pluralize, publishBlock } from "./format.ts";
import { goTo } from "./navigation.ts";
import { Button, WithIcon } from "./parts.tsx";
import { undoOrRedo } from "./save.ts";
import { connectionProblem, isRefused, listUnsaved, type State, useEditorState } from "./state.ts";

const steps = [
  { step: "redo", label: "Redo", icon: icons.redo, keys: "Control+Shift+Z", className: "tool tool--wide" },
  { step: "undo", label: "Undo", icon: icons.undo, keys: "Control+Z", className: "tool" },
] as const;

export function Bar({ site, title }: { site: Site; title: string }) {
  const state = useEditorState();
  const status = describeStatus(state, site.publishing);
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
      <p className={`status ${status.icon === icons.warning ? "status--bad" : ""}`}>
        {status.words && <WithIcon shape={status.icon}>{status.words}</WithIcon>}
      </p>
      <div className="top-bar__end">
        {steps
          .filter(({ step }) => step === "undo" || site.redo)
          .map(({ step, label, icon, keys, className }) => (
            <Button
              key={step}
              className={className}
              icon={icon}
              aria-keyshortcuts={keys}
              isDisabled={!site[step]}
              onClick={() => undoOrRedo(step)}
            >
              <span>{label}</span> <em>{site[step] ? places([site[step]]) : "Nothing yet"}</em>
            </Button>
          ))}
        <a className="tool tool--wide" href="#history" aria-current={state.view === "history" ? "page" : undefined}>
          <Icon shape={icons.clock} />
          <span>History</span>
        </a>
        {state.view !== "publish" && <PublishButton site={site} />}
      </div>
    </header>
  );
}

/** What visitors see, and what is in the way. What is saved is said below the form, and what can be published on the button. */
function describeStatus(state: State, publishing: PublishStatus): { icon?: icons.IconShape; words: string } {
  const { disconnected, unsaved, newEntry, errorMessage, saving } = state;
  if (disconnected) return { icon: icons.warning, words: connectionProblem(state).what };
  const isHeld = errorMessage && !saving;
  const held = listUnsaved(unsaved).filter((edit) => !isRefused(edit, newEntry) && (edit.conflict || isHeld)).length;
  if (held) return { icon: icons.warning, words: `${pluralize(held, "change")} not saved yet` };
  if (isPublishing(publishing)) return { words: "Publishing…" };
  if (publishing.state === "not-live") return { icon: icons.warning, words: "Not published" };
  return { icon: icons.tick, words: publishing.publishedAt ? `Published ${formatTime(publishing.publishedAt)}` : "" };
}

/** What she can do next: fix, publish, or nothing. */
function PublishButton({ site }: { site: Site }) {
  const count = site.unpublished.length;
  const block = publishBlock(site);
  // The name of a row may be a whole sentence, which has its full stop.
  const reason = `You can publish once this is fixed: ${places(listBlocking(site))}.`.replace(/([.?!…])\.$/, "$1");
  const words = count ? `Publish ${pluralize(count, "change")}…` : "Nothing to publish";
  return (
    <>
      <Button
        look="small light"
        isDisabled={!block && !count}
        aria-describedby={block ? "why" : undefined}
        onClick={() => goTo(block ? "to-do" : "publish")}
      >
        {block ?? words}
      </Button>
      {block && (
        <p className="sr-only" id="why">
          {reason}
        </p>
      )}
    </>
  );
}
