import { useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, PublishStatus, Site } from "../../api/api-types.ts";
import { attempt, publish, readSite, stopPublishing } from "../api-client.ts";
import { formatDay, formatTime, isPublishing, pluralize, publishBlock, spellOut } from "../format.ts";
import { goTo, goToPreviewedPage } from "../navigation.ts";
import { Button, WithIcon } from "../parts.tsx";
import { getState, setState } from "../state.ts";
import { Aside, ChangeText, PlaceLine, Sheet } from "./sheet.tsx";

/** Reviews the changes, starts publishing and shows its progress. The public site stays available throughout. */
export function PublishSheet({ site }: { site: Site }) {
  const { publishing, unpublished } = site;
  // The published changes stay listed during and after publishing, when `unpublished` no longer has them.
  const [included, setIncluded] = useState<Change[]>(unpublished);
  const running = isPublishing(publishing);
  const [started, setStarted] = useState(running);
  const state = started ? publishing.state : null;
  const changes = started ? included : unpublished;
  const start = () =>
    attempt(async () => {
      // Until the server has begun, what is known is about the publish before.
      setPublishing(await publish());
      setIncluded(unpublished);
      setStarted(true);
    });
  useEffect(() => {
    if (started && !running) readSite().then((latest) => setState({ site: latest }));
  }, [started, running]);
  if (state === null && !changes.length) return <NothingToPublish publishing={publishing} />;
  const { title, lede } = describeSituation(state, publishing, changes.length);
  return (
    <Sheet
      positive={state === "live"}
      title={title}
      lede={lede}
      role={state === "not-live" ? "alert" : "status"}
      aside={
        <Aside title={state === "not-live" ? "What you can do" : "What is checked"}>
          {state !== "not-live" && <Progress state={state} />}
          {state === null && <PublishDecision site={site} onPublish={start} />}
          {running && (
            <Button look="line full" onClick={() => attempt(async () => setPublishing(await stopPublishing()))}>
              Stop
            </Button>
          )}
          {state === "live" && <AfterLive />}
          {state === "not-live" && <AfterFailure publishing={publishing} onRetry={start} />}
        </Aside>
      }
    >
      {state === "not-live" && <ProblemList problems={publishing.problems} />}
      {!running && publishing.notCommitted && (
        <p className="note" role="alert">
          What you published is not kept in git: {publishing.notCommitted} Send this to the person who looks after the
          server.
        </p>
      )}
      <ul className="place-list">
        {changes.map((change) => (
          <PlaceLine key={change.id} place={change} action="Show">
            <ChangeText change={change} verb={state === "live" ? "became" : "becomes"} />
          </PlaceLine>
        ))}
      </ul>
      {state !== null && !running && (
        <div className="line line--after">
          <a className="button" href={site.address ?? "/"} target="_blank" rel="noreferrer">
            See the site
            <Icon shape={icons.live} />
          </a>
          <BackButton look="line" />
        </div>
      )}
    </Sheet>
  );
}

/** Where publishing stands, in a heading and what follows from it. */
function describeSituation(state: PublishStatus["state"], publishing: PublishStatus, count: number) {
  const { title, message, endedAt } = publishing;
  if (state === null)
    return {
      title: `${spellOut(count, "change")}, ready to go live`,
      lede: "Read them once more. Visitors see the old pages until the new ones are finished.",
    };
  if (state === "live")
    return {
      title,
      lede: `${message} Published today at ${formatTime(endedAt ?? new Date())}${duration(publishing)}. ${spellOut(count, "change")}. Nothing was interrupted.`,
    };
  if (state === "not-live")
    return { title, lede: `${message} Visitors see the old pages, and your changes are all still here.` };
  return { title, lede: message };
}

function NothingToPublish({ publishing: { publishedAt } }: { publishing: PublishStatus }) {
  const words = publishedAt
    ? `Visitors see everything that you saved. Last published: ${formatDay(publishedAt)}, ${formatTime(publishedAt)}.`
    : "Nothing has been changed here yet.";
  return (
    <Sheet positive title="There is nothing to publish" role="status" lede={words}>
      <div className="line line--after">
        <BackButton />
      </div>
    </Sheet>
  );
}

const steps = [
  { state: "checking", words: "No forbidden claims, no broken link, every picture described" },
  { state: "building", words: "The new pages are made beside the old ones" },
  { state: "live", words: "Your site is looked at, as a visitor would" },
];

/** The steps up to the state are done, and that of the state itself is under way unless it is the last one. */
function Progress({ state }: { state: PublishStatus["state"] }) {
  const current = steps.findIndex((step) => step.state === state);
  const iconOf = (at: number) => {
    if (at < current || state === "live") return icons.tick;
    return at === current ? undefined : icons.pending;
  };
  return (
    <ol className="checks">
      {steps.map(({ words }, at) => (
        <li key={words}>
          <WithIcon shape={iconOf(at)}>{words}</WithIcon>
        </li>
      ))}
    </ol>
  );
}

function PublishDecision({ site, onPublish }: { site: Site; onPublish: () => void }) {
  const block = publishBlock(site);
  return (
    <>
      <Button look="big full" onClick={block ? () => goTo({ name: "to-do" }) : onPublish}>
        {block ?? "Publish now"}
      </Button>
      <p className="note">You can go on working meanwhile.</p>
      <Button look="text" onClick={goToPreviewedPage}>
        Not yet, back to editing
      </Button>
    </>
  );
}

const AfterLive = () => (
  <p className="note">
    Is something not right?{" "}
    <Button look="text" onClick={() => goTo({ name: "history" })}>
      Undo it
    </Button>{" "}
    and publish again. The version before this one is kept.
  </p>
);

function AfterFailure({ publishing, onRetry }: { publishing: PublishStatus; onRetry: () => void }) {
  const { publishedAt, details, problems } = publishing;
  return (
    <>
      <Button look="full" onClick={onRetry}>
        Try once more
      </Button>
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
      {details && <Details text={details} />}
    </>
  );
}

const ProblemList = ({ problems }: Pick<PublishStatus, "problems">) =>
  problems.length > 0 && (
    <section className="ruled ruled--bad">
      <h2>What to fix</h2>
      <ul className="place-list">
        {problems.map((problem) => (
          <PlaceLine key={`${problem.file}${problem.path}${problem.message}`} place={problem} action="Fix it">
            <p>{problem.message}</p>
          </PlaceLine>
        ))}
      </ul>
    </section>
  );

const setPublishing = (publishing: PublishStatus) => {
  const { site } = getState();
  if (site) setState({ site: { ...site, publishing } });
};

const BackButton = ({ look = "" }) => (
  <Button look={look} onClick={goToPreviewedPage}>
    Back to editing
  </Button>
);

function duration({ startedAt, endedAt }: PublishStatus): string {
  if (!startedAt || !endedAt) return "";
  return `, in ${pluralize(Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)), "second")}`;
}

const Details = ({ text }: { text: string }) => (
  <details className="small details">
    <summary>For the person who helps you</summary>
    <p className="soft">Copy this and send it to them. It contains nothing a client wrote.</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be focusable */}
    <pre tabIndex={0}>{text}</pre>
  </details>
);
