import { waitUntil } from "../../kit/spawn-server.ts";
import { notRun, type Options, type Result, resultOf, scaled } from "../results.ts";
import { openEditor } from "./client.ts";

/** Two save one file at the same moment, each another field, and neither learns of the other's saves. Then both the same one. */
export async function proveTwoPeople(options: Options): Promise<Result> {
  await using editor = await openEditor();
  const { hosted, signIn, ask, post } = editor;
  const rounds = scaled(500, options, 10);
  const file = "pages/home.yaml";
  // A used link does not count, so the second can sign in at once.
  const [phone, tablet] = [await signIn(), await signIn()];
  const form = await ask({ path: `/edit/api/form?file=${encodeURIComponent(file)}`, browser: phone });
  const { values } = JSON.parse(form.text);
  const people = [
    { browser: phone, path: "hero/button", was: values.hero.button },
    { browser: tablet, path: "close/button", was: values.close.button },
  ];
  let kept = 0;
  for (let round = 0; round < rounds; round++) {
    const wordsFor = (path: string) => `${path}, save ${round}`;
    await Promise.all(
      people.map(async (person) => {
        const edits = [{ path: person.path, was: person.was, value: wordsFor(person.path) }];
        await post("save", person.browser, { file, edits });
        person.was = wordsFor(person.path);
      }),
    );
    const saved = hosted.read(file);
    kept += people.filter(({ path }) => saved.includes(wordsFor(path))).length;
  }
  const was = people[0]?.was;
  const answers = await Promise.all(
    [phone, tablet].map((browser, at) =>
      post("save", browser, { file, edits: [{ path: "hero/button", was, value: `Of person ${at}` }] }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  return resultOf("Two people who edit at once lose no word, and are asked where they meant the same one", {
    [`${kept} of ${rounds * 2} saves kept`]: kept === rounds * 2,
    [`the same field by both at once: ${statuses.join(", ")}`]: statuses.join() === "200,409",
  });
}

/** The whole service in a group so small that the build cannot fit beside the server. */
export async function proveTooLittleMemory(): Promise<Result> {
  await using editor = await openEditor();
  const { hosted, signIn, ask, post, publishing } = editor;
  const claim = "A build that needs more memory than there is ends alone, and says so; the site is served on";
  if (!hosted.isLimited) return notRun(claim, "no control group could be made: not root");
  const phone = await signIn();
  const before = await hosted.release();
  // The editor is started by the first thing that is asked of it.
  await publishing(phone);
  hosted.limitMemory(hosted.held() + 110);
  await post("publish", phone, {});
  let [pages, failed] = [0, 0];
  const ended = async () => {
    pages++;
    if ((await ask({ path: "/contact" })).status !== 200) failed++;
    return (await publishing(phone)).endedAt !== null;
  };
  await waitUntil(ended, 120);
  const { state, message } = await publishing(phone);
  const isSame = (await hosted.release()) === before && !hosted.hasExited();
  return resultOf(claim, {
    [`publishing ended as "${state}"`]: state === "not-live",
    [message]: message.includes("too little memory"),
    [`${failed} of ${pages} pages failed meanwhile`]: failed === 0,
    "the server and its release are the same": isSame,
  });
}
