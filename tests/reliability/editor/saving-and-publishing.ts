import { join } from "node:path";
import { startHostedSite } from "../../kit/hosted-site.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { saveInTwoWindows } from "../../kit/two-windows.ts";
import { type Result, scaled } from "../result.ts";
import { runProcess } from "../run-process.ts";
import { type Attack, openClient } from "./hosted-client.ts";

export const proveTwoPeople: Attack = async ({ visit, hosted, phone, tablet, options }) => {
  const saves = scaled(400, options, 20);
  const file = "pages/home.yaml";
  const form = await visit.ask({ path: `/edit/api/form?file=${encodeURIComponent(file)}`, browser: phone });
  const { version } = JSON.parse(form.text);
  let turn = 0;
  const { acknowledged, lost } = await saveInTwoWindows(
    async (body) => {
      const { status, text } = await visit.post("save", turn++ % 2 ? tablet : phone, body);
      return { status, version: JSON.parse(text).form?.version ?? "" };
    },
    hosted.read,
    saves,
    version,
  );
  const stale = await visit.post("save", tablet, {
    file,
    version,
    edits: [{ do: "set", path: "hero/button", value: "Theirs" }],
  });
  return {
    claim: "Two people who edit on the server at once lose no word, and are asked where they meant the same one",
    method:
      "Two signed-in phones, saves of different fields of one file two at a time; then one with a version from before",
    measured: `${acknowledged} of ${saves} acknowledged, ${lost.length} lost; the same field from before: ${stale.status}`,
    passed: acknowledged === saves && lost.length === 0 && stale.status === 409,
  };
};

export const provePublishDuringBackup: Attack = async ({ visit, hosted, phone }) => {
  const before = await hosted.release();
  await visit.post("publish", phone, {});
  const env = { ...process.env, DATA_DIR: join(hosted.folder, "data"), DATABASE_URL: "" };
  let [copies, failed] = [0, 0];
  const ended = async () => (await visit.publishing(phone)).endedAt !== null;
  while (!(await ended()) && copies + failed < 50) {
    const { code } = await runProcess(process.execPath, ["commands/backup.ts", join(hosted.folder, "copies")], { env });
    if (code === 0) copies++;
    else failed++;
  }
  await waitUntil(ended, 60);
  const { state } = await visit.publishing(phone);
  const isNew = (await hosted.release()) !== before;
  return {
    claim: "A publish on the server and a backup harm each other in no way",
    method: "npm run backup again and again while the editor publishes",
    measured: `${copies} copies, ${failed} failed; publishing ended as "${state}", the new release is ${isNew ? "" : "NOT "}served`,
    passed: copies > 0 && failed === 0 && state === "live" && isNew,
  };
};

/** The whole service in a group so small that the build cannot fit beside the server. */
export async function proveTooLittleMemory(): Promise<Result> {
  const claim = "A build that needs more memory than there is ends alone, and says so; the site is served on";
  const method =
    "The service within a control group, as MemoryMax makes one, with 110 MB beside what server and editor hold";
  const hosted = await startHostedSite();
  try {
    if (!hosted.peakMemory().limited)
      return { claim, method, measured: "no control group could be made: not root", passed: "not run" };
    const visit = openClient(hosted);
    const phone = await visit.signIn();
    const before = await hosted.release();
    // The editor is started by the first thing that is asked of it.
    await visit.publishing(phone);
    hosted.limitMemory(hosted.held() + 110);
    await visit.post("publish", phone, {});
    let [pages, failed] = [0, 0];
    const ended = async () => {
      const { status } = await visit.ask({ path: "/contact" });
      if (status === 200) pages++;
      else failed++;
      return (await visit.publishing(phone)).endedAt !== null;
    };
    await waitUntil(ended, 120);
    const { state, steps } = await visit.publishing(phone);
    const said = steps.find(({ name }) => name === "Pages")?.detail ?? "";
    const same = (await hosted.release()) === before && !hosted.hasExited();
    return {
      claim,
      method,
      measured: `publishing ended as "${state}": ${said} ${failed} of ${pages + failed} pages failed meanwhile; the server and its release are ${same ? "the same" : "OTHERS"}`,
      passed: state === "failed" && said.includes("too little memory") && failed === 0 && same,
    };
  } finally {
    await hosted.stop();
  }
}
