import { useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, PublishStatus, Site } from "../../api/api-types.ts";
import { attempt, publish, readSite, stopPublishing } from "../api-client.ts";
import { formatDay, formatTime, isPublishing, pluralize, publishBlock, spellOut } from "../format.ts";
import { goTo, goToPreviewedPage } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { getState, setState } from "../state.ts";
import { ChangeList, CheckList, Details, Progress } from "./publish-parts.tsx";
import { PlaceLine, Sheet } from "./sheet.tsx";

/** Reviews the changes, starts publishing and shows its progress. The public site stays available throughout. */
export function PublishSheet({ site }: { site: Site }) {
  const { publishing, unpublished } = site;
  const block = publishBlock(site);
  // The published changes stay listed during and after publishing, when `unpublished` no longer has them.
  const [included, setIncluded] = useState<Change[]>(unpublished);
  const running = isPublishing(publishing);
  const [started, setStarted] = useState(running);
  const state = !started ? "ask" : running ? "running" : publishing.state;
  const count = state === "ask" ? unpublished.length : included.length;
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
    <ChangeList changes={state === "ask" ? unpublished : included} verb={state === "live" ? "became" : "becomes"} />
  );
  if (state === "live" || state === "built") {
    const isLive = state === "live";
    const time = `at ${formatTime(publishing.endedAt ?? new Date())}${duration(publishing)}`;
    return (
      <Sheet
        positive={isLive}
        title={publishing.outcome?.title}
        lede={
          <p role="status">
            {publishing.outcome?.message}{" "}
            {isLive
              ? `Published today ${time}. ${spellOut(count, "change")}. Nothing was interrupted.`
              : `Built today ${time}. Visitors see the old pages, and your changes are all still here.`}
          </p>
        }
      >
        <div className="split">
          <div>
            {changeList}
            <div className="line line--after">
              <a className="button" href={site.address ?? "/"} target="_blank" rel="noreferrer">
                See the site
                <Icon shape={icons.live} />
              </a>
              {!isLive && retry}
              <BackButton look="line" />
            </div>
          </div>
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
        lede={<p role="alert">Visitors still see the old pages, and your changes are all still here.</p>}
      >
        <div className="split">
          <div>
            {publishing.problems.length > 0 && (
              <section className="seam seam--bad">
                <h2>What to do</h2>
                <ul className="what">
                  {publishing.problems.map((problem) => (
                    <PlaceLine key={`${problem.file}${problem.path}${problem.message}`} place={problem} action="Fix it">
                      <p>{problem.message}</p>
                    </PlaceLine>
                  ))}
                </ul>
              </section>
            )}
            <section>
              <h2>{spellOut(count, "change waits", "changes wait")}</h2>
              {changeList}
            </section>
            <div className="line line--after">
              <BackButton />
              {retry}
            </div>
          </div>
          <CheckList title={state === "stopped" ? "Stopped by you" : "Where it stopped"} publishing={publishing}>
            {publishing.publishedAt && (
              <p className="note">
                Live since {formatDay(publishing.publishedAt)} {formatTime(publishing.publishedAt)}: the version you
                published then.
              </p>
            )}
            {publishing.details && <Details text={publishing.details} />}
          </CheckList>
        </div>
      </Sheet>
    );
  }
  if (state === "ask" && count === 0) {
    const { publishedAt } = publishing;
    const words = publishedAt
      ? `Visitors see everything that you saved. Last published: ${formatDay(publishedAt)}, ${formatTime(publishedAt)}.`
      : "Nothing has been changed here yet.";
    return (
      <Sheet positive title="There is nothing to publish" lede={<p role="status">{words}</p>}>
        <div className="line line--after">
          <BackButton />
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet
      title={
        state === "running"
          ? publishing.state === "asking"
            ? "Checking that visitors see them"
            : "Making the new pages"
          : `${spellOut(count, "change")}, ready to go live`
      }
      lede={
        <p role="status">
          {state === "running"
            ? "Visitors see the old pages until the new ones are finished and checked. You can go on working."
            : "Read them once more. Visitors see the old pages until the new ones are finished."}
        </p>
      }
    >
      <div className="split">
        <div>{changeList}</div>
        {state === "running" ? (
          <CheckList title="Checking" publishing={publishing}>
            <Progress publishing={publishing} />
            <Button look="line full" onClick={() => attempt(async () => setPublishing(await stopPublishing()))}>
              {publishing.state === "asking" ? "Stop checking" : "Stop. Leave the site as it is"}
            </Button>
          </CheckList>
        ) : (
          <CheckList title="What is checked" publishing={publishing}>
            <Button look="big full" isDisabled={Boolean(block)} onClick={start}>
              {block ?? "Publish now"}
            </Button>
            <p className="note">You can go on working meanwhile.</p>
            <Button look="text" onClick={goToPreviewedPage}>
              Not yet, back to editing
            </Button>
          </CheckList>
        )}
      </div>
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
