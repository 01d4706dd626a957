import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, PublishStatus, Site } from "../../api/api-types.ts";
import { attempt, publish, readSite, stopPublishing } from "../api-client.ts";
import { formatDay, formatTime, isPublishing, pluralize, publishBlock, spellOut } from "../format.ts";
import { goTo, goToPreviewedPage } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { getState, setState } from "../state.ts";
import { Aside, ChangeText, CheckLine, Meter, PlaceLine, Sheet } from "./sheet.tsx";

/** Reviews the changes, starts publishing and shows its progress. The public site stays available throughout. */
export function PublishSheet({ site }: { site: Site }) {
  const { publishing, unpublished } = site;
  const { endedAt, publishedAt, outcome, problems, details, notCommitted } = publishing;
  // The published changes stay listed during and after publishing, when `unpublished` no longer has them.
  const [included, setIncluded] = useState<Change[]>(unpublished);
  const running = isPublishing(publishing);
  const [started, setStarted] = useState(running);
  const state = !started ? "ask" : running ? "running" : publishing.state;
  const changes = state === "ask" ? unpublished : included;
  const start = () => {
    setIncluded(unpublished);
    setStarted(true);
    attempt(async () => setPublishing(await publish()));
  };
  useEffect(() => {
    if (started && !running) readSite().then((latest) => setState({ site: latest }));
  }, [started, running]);
  const retry = (
    <Button look="line" onClick={start}>
      Try once more
    </Button>
  );
  const changeList = (
    <ul className="what">
      {changes.map((change) => (
        <PlaceLine key={change.id} place={change} action="Show">
          <ChangeText change={change} verb={state === "live" ? "became" : "becomes"} />
        </PlaceLine>
      ))}
    </ul>
  );
  if (state === "live" || state === "built") {
    const isLive = state === "live";
    const time = `at ${formatTime(endedAt ?? new Date())}${duration(publishing)}`;
    return (
      <Sheet
        positive={isLive}
        title={outcome?.title}
        role="status"
        lede={`${outcome?.message} ${
          isLive
            ? `Published today ${time}. ${spellOut(changes.length, "change")}. Nothing was interrupted.`
            : `Built today ${time}. Visitors see the old pages, and your changes are all still here.`
        }`}
        aside={
          <CheckList title={isLive ? "Everything was checked" : "The last step is missing"} publishing={publishing}>
            {isLive ? (
              <p className="note">
                Is something not right?{" "}
                <Button look="text" onClick={() => goTo({ name: "history" })}>
                  Undo it
                </Button>{" "}
                and publish again. The version before this one is kept.
              </p>
            ) : (
              <p className="note">
                Send these words to the person who looks after the server. “The owner edits on her laptop” in
                docs/hosting.md has the lines to set.
              </p>
            )}
          </CheckList>
        }
      >
        {notCommitted && (
          <p className="note" role="alert">
            What you published is not kept in git: {notCommitted} Send this to the person who looks after the server.
          </p>
        )}
        {changeList}
        <div className="line line--after">
          <a className="button" href={site.address ?? "/"} target="_blank" rel="noreferrer">
            See the site
            <Icon shape={icons.live} />
          </a>
          {!isLive && retry}
          <BackButton look="line" />
        </div>
      </Sheet>
    );
  }
  if (state === "failed" || state === "stopped") {
    return (
      <Sheet
        title={
          <>
            Not published.
            <br />
            Your site is as it was.
          </>
        }
        role="alert"
        lede="Visitors still see the old pages, and your changes are all still here."
        aside={
          <CheckList title={state === "stopped" ? "Stopped by you" : "Where it stopped"} publishing={publishing}>
            {publishedAt && (
              <p className="note">
                Live since {formatDay(publishedAt)} {formatTime(publishedAt)}: the version you published then.
              </p>
            )}
            {details && <Details text={details} />}
          </CheckList>
        }
      >
        {problems.length > 0 && (
          <section className="seam seam--bad">
            <h2>What to do</h2>
            <ul className="what">
              {problems.map((problem) => (
                <PlaceLine key={`${problem.file}${problem.path}${problem.message}`} place={problem} action="Fix it">
                  <p>{problem.message}</p>
                </PlaceLine>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>{spellOut(changes.length, "change waits", "changes wait")}</h2>
          {changeList}
        </section>
        <div className="line line--after">
          <BackButton />
          {retry}
        </div>
      </Sheet>
    );
  }
  if (state === "running") {
    const isAsking = publishing.state === "asking";
    const done = publishing.steps.filter((step) => step.state === "done").length;
    const percent = Math.round((100 * (done + 0.5)) / Math.max(1, publishing.steps.length));
    return (
      <Sheet
        title={isAsking ? "Checking that visitors see them" : "Making the new pages"}
        role="status"
        lede="Visitors see the old pages until the new ones are finished and checked. You can go on working."
        aside={
          <CheckList title="Checking" publishing={publishing}>
            <Meter value={percent} max={100} label="Publishing" />
            <Button look="line full" onClick={() => attempt(async () => setPublishing(await stopPublishing()))}>
              {isAsking ? "Stop checking" : "Stop. Leave the site as it is"}
            </Button>
          </CheckList>
        }
      >
        {changeList}
      </Sheet>
    );
  }
  if (!changes.length) {
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
  const block = publishBlock(site);
  return (
    <Sheet
      title={`${spellOut(changes.length, "change")}, ready to go live`}
      role="status"
      lede="Read them once more. Visitors see the old pages until the new ones are finished."
      aside={
        <CheckList title="What is checked" publishing={publishing}>
          <Button look="big full" isDisabled={Boolean(block)} onClick={start}>
            {block ?? "Publish now"}
          </Button>
          <p className="note">You can go on working meanwhile.</p>
          <Button look="text" onClick={goToPreviewedPage}>
            Not yet, back to editing
          </Button>
        </CheckList>
      }
    >
      {changeList}
    </Sheet>
  );
}

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

const stateIcons = { next: icons.pending, working: undefined, done: icons.tick, stopped: icons.warning };

interface CheckListProps {
  title: string;
  publishing: PublishStatus;
  children: ReactNode;
}

const CheckList = ({ title, publishing: { steps }, children }: CheckListProps) => (
  <Aside title={title}>
    <ul className="checks">
      {steps.map(({ name, detail, state }) => (
        <CheckLine
          key={name}
          icon={stateIcons[state]}
          name={name}
          detail={detail}
          state={state === "next" ? "" : state}
        />
      ))}
    </ul>
    {children}
  </Aside>
);

const Details = ({ text }: { text: string }) => (
  <details className="small details">
    <summary>For the person who helps you</summary>
    <p className="soft">Copy this and send it to them. It contains nothing a client wrote.</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be focusable */}
    <pre tabIndex={0}>{text}</pre>
  </details>
);
