import { useEffect, useState } from "react";
import type { Change, Publishing, Site } from "../../shapes.ts";
import { publish, readSite, stopPublishing } from "../ask.ts";
import { goTo, goToField } from "../going.ts";
import { Icon } from "../icon.tsx";
import { change, now } from "../state.ts";
import { clock, counted, day, inWords } from "../words.ts";
import { Checks, Details, Progress, What } from "./publish-parts.tsx";
import { Sheet } from "./sheet.tsx";

/** Read once more, made aside, exchanged in one step. Whatever happens, the public site is never taken away. */
export function PublishSheet({ site }: { site: Site }) {
  const { publishing, waiting } = site;
  // What goes live is named on while it goes, and after.
  const [going, setGoing] = useState<Change[]>(waiting);
  const [asked, setAsked] = useState(publishing.state === "checking" || publishing.state === "making");
  const running = publishing.state === "checking" || publishing.state === "making";
  const state = !asked ? "ask" : running ? "running" : publishing.state;
  const count = state === "ask" ? waiting.length : going.length;
  const begin = async () => {
    setGoing(waiting);
    setAsked(true);
    set(await publish());
  };
  useEffect(() => {
    if (asked && !running) readSite().then((latest) => change({ site: latest }));
  }, [asked, running]);
  const what = (
    <What
      changes={state === "ask" ? waiting : going}
      verb={state === "live" || state === "handed-over" ? "became" : "becomes"}
    />
  );
  if (state === "live" || state === "handed-over") {
    return (
      <Sheet
        calm
        title={
          state === "live" ? (
            <>
              The new pages are live.
              <br />
              Nothing was interrupted.
            </>
          ) : (
            `Handed over at ${clock(publishing.endedAt ?? new Date())}.`
          )
        }
        lede={
          <p role="status">
            {state === "live"
              ? `Published today at ${clock(publishing.endedAt ?? new Date())}${took(publishing)}. ${inWords(count)} ${count === 1 ? "change" : "changes"}.`
              : "The new pages appear when your host has taken them."}
          </p>
        }
      >
        <div className="split">
          <div>
            {what}
            <div className="line line--after">
              <a className="button" href={site.address ?? "/"} target="_blank" rel="noreferrer">
                See the site
                <Icon name="live" />
              </a>
              <button className="button button--line" type="button" onClick={back}>
                Back to editing
              </button>
            </div>
          </div>
          <Checks title="All is well" publishing={publishing}>
            <p className="note">
              Something not right?{" "}
              <button className="text-button" type="button" onClick={() => goTo({ name: "history" })}>
                Take it back
              </button>{" "}
              and publish again: the version before this one is kept whole.
            </p>
          </Checks>
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
            Your site runs on as it was.
          </>
        }
        lede={<p role="alert">Nothing was exchanged. Visitors noticed nothing, and your changes are all still here.</p>}
      >
        <div className="split">
          <div>
            {publishing.problems.length > 0 && (
              <section className="seam seam--bad">
                <h2>What to do</h2>
                <ul className="what">
                  {publishing.problems.map((problem) => (
                    <li key={`${problem.file}${problem.path}${problem.words}`}>
                      <div>
                        <p>
                          <b>{problem.title}</b>, {problem.label}
                        </p>
                        <p>{problem.words}</p>
                      </div>
                      <button className="text-button" type="button" onClick={() => goToField(problem)}>
                        Mend it
                        <span className="vh">
                          : {problem.title}, {problem.label}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <section>
              <h2>
                {inWords(count)} {count === 1 ? "change waits" : "changes wait"}
              </h2>
              {what}
            </section>
            <div className="line line--after">
              <button className="button" type="button" onClick={back}>
                Back to editing
              </button>
              <button className="button button--line" type="button" onClick={begin}>
                Try once more
              </button>
            </div>
          </div>
          <Checks title={state === "stopped" ? "Stopped by you" : "Where it stopped"} publishing={publishing}>
            {publishing.publishedAt && (
              <p className="note">
                Live since {day(publishing.publishedAt)} {clock(publishing.publishedAt)}: the version you published
                then.
              </p>
            )}
            {publishing.details && <Details text={publishing.details} />}
          </Checks>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet
      title={
        state === "running"
          ? "Making the new pages"
          : count
            ? `${inWords(count)} ${count === 1 ? "change" : "changes"}, ready to go live`
            : "Nothing waits to go live"
      }
      lede={
        <p role="status">
          {state === "running"
            ? "Visitors see the old ones, whole and unchanged, until all is well. You can go on working."
            : "Read them once more. Visitors see the old pages until the new ones are whole."}
        </p>
      }
    >
      <div className="split">
        <div>{what}</div>
        {state === "running" ? (
          <Checks title="Checking" publishing={publishing}>
            <Progress publishing={publishing} />
            <button
              className="button button--line button--full"
              type="button"
              onClick={async () => set(await stopPublishing())}
            >
              Stop. Leave the site as it is
            </button>
          </Checks>
        ) : (
          <Checks title="What is checked" publishing={publishing}>
            <button
              className="button button--big button--full"
              type="button"
              aria-disabled={publishing.waits || !count ? true : undefined}
              onClick={() => !publishing.waits && count > 0 && begin()}
            >
              {publishing.waits ?? "Publish now"}
            </button>
            <p className="note">You can go on working meanwhile.</p>
            <button className="text-button" type="button" onClick={back}>
              Not yet, back to editing
            </button>
          </Checks>
        )}
      </div>
    </Sheet>
  );
}

const set = (publishing: Publishing) => {
  const { site } = now();
  if (site) change({ site: { ...site, publishing } });
};

const back = () =>
  goTo({ name: "words", entry: now().site?.entries.find(({ address }) => address === now().address)?.id ?? "" });

function took({ startedAt, endedAt }: Publishing): string {
  if (!startedAt || !endedAt) return "";
  return `, in ${counted(Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)), "second")}`;
}
