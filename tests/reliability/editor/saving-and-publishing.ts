import { join } from "node:path";
import { startHostedSite } from "../../kit/hosted-site.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { judge, notRun, type Result, scaled } from "../results.ts";
import { runCommand } from "../servers.ts";
import { type Attack, openClient } from "./client.ts";

/** Two save one file at the same moment, each another field, and neither learns of the other's saves. */
export const proveTwoPeople: Attack = async ({ visit, hosted, phone, tablet, options }) => {
  const rounds = scaled(500, options, 10);
  const file = "pages/home.yaml";
  const form = await visit.ask({ path: `/edit/api/form?file=${encodeURIComponent(file)}`, browser: phone });
  const { version } = JSON.parse(form.text);
  const people = [
    { browser: phone, path: "hero/button", version },
    { browser: tablet, path: "close/button", version },
  ];
  let kept = 0;
  for (let round = 0; round < rounds; round++) {
    const wordsFor = (path: string) => `${path}, save ${round}`;
    await Promise.all(
      people.map(async (person) => {
        const edits = [{ do: "set", path: person.path, value: wordsFor(person.path) }];
        const { text } = await visit.post("save", person.browser, { file, version: person.version, edits });
        person.version = JSON.parse(text).form?.version ?? "";
      }),
    );
    const saved = hosted.read(file);
    kept += people.filter(({ path }) => saved.includes(wordsFor(path))).length;
  }
  const edits = [{ do: "set", path: "hero/button", value: "Theirs" }];
  const stale = await visit.post("save", tablet, { file, version, edits });
  return judge("Two people who edit at once lose no word, and are asked where they meant the same one", {
    [`${kept} of ${rounds * 2} saves kept`]: kept === rounds * 2,
    [`the same field with a version from before: ${stale.status}`]: stale.status === 409,
  });
};

export const provePublishDuringBackup: Attack = async ({ visit, hosted, phone }) => {
  const before = await hosted.release();
  await visit.post("publish", phone, {});
  let [copies, failed] = [0, 0];
  const ended = async () => (await visit.publishing(phone)).endedAt !== null;
  while (!(await ended()) && copies + failed < 50) {
    const copy = runCommand("backup", [join(hosted.folder, "copies")], { DATA_DIR: join(hosted.folder, "data") });
    if (await copy.then(Boolean, () => false)) copies++;
    else failed++;
  }
  await waitUntil(ended, 60);
  const { state } = await visit.publishing(phone);
  return judge("A publish on the server and a backup harm each other in no way", {
    [`${copies} copies`]: copies > 0,
    [`${failed} failed`]: failed === 0,
    [`publishing ended as "${state}"`]: state === "live",
    "the new release is served": (await hosted.release()) !== before,
  });
};

export const proveSignOut: Attack = async ({ visit, phone, tablet }) => {
  const open = visit.ask({ path: "/edit/api/events", browser: tablet });
  await visit.submit("/desk", "sign out everywhere", phone.cookie);
  const began = performance.now();
  const answers = [
    await visit.ask({ path: "/edit/api/site", browser: phone }),
    await visit.post("save", tablet, {}),
    await visit.post("publish", phone, {}),
  ];
  const { status } = await open;
  const seconds = (performance.now() - began) / 1_000;
  return judge("Sign out everywhere ends every session of the editor, and the windows that are open", {
    [`answers ${answers.map((answer) => answer.status).join(", ")}`]: answers.every((answer) => answer.status === 401),
    [`the open window ended after ${seconds.toFixed(1)} s`]: status === 200 && seconds < 10,
  });
};

/** The whole service in a group so small that the build cannot fit beside the server. */
export async function proveTooLittleMemory(): Promise<Result> {
  const claim = "A build that needs more memory than there is ends alone, and says so; the site is served on";
  const hosted = await startHostedSite();
  try {
    if (!hosted.isLimited) return notRun(claim, "no control group could be made: not root");
    const visit = openClient(hosted);
    const phone = await visit.signIn();
    const before = await hosted.release();
    // The editor is started by the first thing that is asked of it.
    await visit.publishing(phone);
    hosted.limitMemory(hosted.held() + 110);
    await visit.post("publish", phone, {});
    let [pages, failed] = [0, 0];
    const ended = async () => {
      pages++;
      if ((await visit.ask({ path: "/contact" })).status !== 200) failed++;
      return (await visit.publishing(phone)).endedAt !== null;
    };
    await waitUntil(ended, 120);
    const { state, steps } = await visit.publishing(phone);
    const said = steps.find(({ name }) => name === "Pages")?.detail ?? "";
    const isSame = (await hosted.release()) === before && !hosted.hasExited();
    return judge(claim, {
      [`publishing ended as "${state}"`]: state === "failed",
      [said]: said.includes("too little memory"),
      [`${failed} of ${pages} pages failed meanwhile`]: failed === 0,
      "the server and its release are the same": isSame,
    });
  } finally {
    await hosted.stop();
  }
}
