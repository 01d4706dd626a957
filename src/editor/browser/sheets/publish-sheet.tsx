import { useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, PublishStatus, Site } from "../../api/api-types.ts";
import { publish, readSite, stopPublishing } from "../api-client.ts";
import { formatDay, formatTime, isPublishing, pluralize, publishBlock } from "../format.ts";
import { goTo, goToField, goToPreviewedPage } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { countComing, getState, setState, useEditorState } from "../state.ts";
import { Aside, ChangeText, Sheet } from "./sheet.tsx";
import { TaskList } from "./to-do-sheet.tsx";

/** Reviews the changes, starts publishing and shows its progress. The public site stays available throughout. */
export function PublishSheet({ site }: { site: Site }) {
  const { publishing, unpublished } = site;
  // The published changes stay listed during and after publishing, when `unpublished` no longer has them.
  const [included, setIncluded] = useState<Change[]>(unpublished);
  const running = isPublishing(publishing);
  // Why it failed is told until the next try.
  const [started, setStarted] = useState(running || publishing.state === "not-live");
  const state = started ? publishing.state : null;
  const changes = running || state === "live" ? included : unpublished;
  const coming = countComing(useEditorState());
  const start = async () => {
    // Until the server has begun, what is known is about the publish before.
    setPublishing(await publish());
    setIncluded(unpublished);
    setStarted(true);
  };
  useEffect(() => {
    if (started && !running) readSite().then((latest) => setState({ site: latest }));
  }, [started, running]);
  const back = (look = "") => (
    <Button look={look} onClick={goToPreviewedPage}>
      Back to editing
    </Button>
  );
  if (!changes.length && !coming && (state === null || state === "not-live"))
    return (
      <Sheet positive title="There is nothing to publish" role="status" lede={describeLast(publishing)}>
        <div className="line line--after">{back()}</div>
      </Sheet>
    );
  const block = publishBlock(site);
  const { title, lede } = describeSituation(state, publishing, changes.length, coming);
  return (
    <Sheet
      positive={state === "live"}
      title={title}
      lede={lede}
      role={state === "not-live" ? "alert" : "status"}
      aside={
        <Aside title={decisions[state ?? "waiting"]}>
          {state === null && (
            <>
              <Button isDisabled={coming > 0} onClick={block ? () => goTo("to-do") : start}>
                {coming ? "Saving…" : (block ?? "Publish now")}
              </Button>
              <p className="note">First it is checked: no forbidden claims, no broken link, every picture described.</p>
              <Button look="text" onClick={goToPreviewedPage}>
                Not yet, back to editing
              </Button>
            </>
          )}
          {running && (
            <Button look="line" onClick={async () => setPublishing(await stopPublishing())}>
              Stop
            </Button>
          )}
          {state === "live" && (
            <p className="note">
              <Button look="text" onClick={() => goTo("history")}>
                Undo it
              </Button>{" "}
              and publish again. The version before this one is kept.
            </p>
          )}
          {state === "not-live" && <AfterFailure publishing={publishing} coming={coming} onRetry={start} />}
        </Aside>
      }
    >
      {state === "not-live" && (
        <TaskList name="problems" title="To fix first" tasks={publishing.problems} minutesEach={1} />
      )}
      {!running && publishing.notCommitted && (
        <p className="note" role="alert">
          What you published is not kept in git: {publishing.notCommitted} Send this to the person who looks after the
          server.
        </p>
      )}
      <ul className="change-log">
        {changes.map((change) => (
          <li key={change.id} className="change">
            <ChangeText change={change} verb={state === "live" ? "became" : "becomes"} />
            <Button look="text" about={`${change.title}, ${change.label}`} onClick={() => goToField(change)}>
              Show
            </Button>
          </li>
        ))}
      </ul>
      {state !== null && !running && (
        <div className="line line--after">
          <a className="button" href={site.address ?? "/"} target="_blank" rel="noreferrer">
            See the site
            <Icon shape={icons.live} />
          </a>
          {back("line")}
        </div>
      )}
    </Sheet>
  );
}

/** What the box beside the changes is about, by the state of publishing. */
const decisions = {
  waiting: "Is all of it right?",
  checking: "It can still be stopped",
  building: "It can still be stopped",
  live: "Is something not right?",
  "not-live": "What you can do",
};

/** Where publishing stands, in a heading and what follows from it. */
function describeSituation(state: PublishStatus["state"], publishing: PublishStatus, count: number, coming: number) {
  const { title, message, endedAt } = publishing;
  if (state === null && coming)
    return { title: `${stillComing(coming)}…`, lede: "You can publish once all is saved and listed here." };
  if (state === null)
    return {
      title: `${pluralize(count, "change")}, ready to go live`,
      lede: "Read them once more. Visitors see the old pages until the new ones are finished.",
    };
  if (state === "live")
    return {
      title,
      lede: `${message} Published today at ${formatTime(endedAt ?? new Date())}. ${pluralize(count, "change")}. Nothing was interrupted.`,
    };
  if (state === "not-live")
    return { title, lede: `${message} Visitors see the old pages, and your changes are all still here.` };
  return { title, lede: message };
}

const stillComing = (count: number) => pluralize(count, "change is still being saved", "changes are still being saved");

const describeLast = ({ publishedAt }: PublishStatus) =>
  publishedAt
    ? `Visitors see everything that you saved. Last published: ${formatDay(publishedAt)}, ${formatTime(publishedAt)}.`
    : "Nothing has been changed here yet.";

type AfterFailureProps = { publishing: PublishStatus; coming: number; onRetry: () => void };

function AfterFailure({ publishing, coming, onRetry }: AfterFailureProps) {
  const { publishedAt, details, problems } = publishing;
  return (
    <>
      <Button isDisabled={coming > 0} onClick={onRetry}>
        Try once more
      </Button>
      {coming > 0 && <p className="note">{stillComing(coming)}.</p>}
      {!problems.length && (
        <p className="note">
          If that does not help, send the words above to the person who looks after the server. “The owner edits on her
          laptop” in docs/hosting.md has the lines to set.
        </p>
      )}
      {publishedAt && (
        <p className="note">
          Live since {formatDay(publishedAt)} {formatTime(publishedAt)}: the version you published then.
        </p>
      )}
      {details && (
        <details className="small details">
          <summary>For the person who helps you</summary>
          <p className="soft">Copy this and send it to them. It contains nothing a client wrote.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be focusable */}
          <pre tabIndex={0}>{details}</pre>
        </details>
      )}
    </>
  );
}

const setPublishing = (publishing: PublishStatus) => {
  const { site } = getState();
  if (site) setState({ site: { ...site, publishing } });
};
