import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { notRun, type Options, type Result, resultOf, scaled } from "../results.ts";
import { openEditor } from "./client.ts";

/** Two save one file at the same moment, each another field, and neither learns of the other's saves. Then both the same one. */
export async function proveTwoPeople(options: Options): Promise<Result> {
  await using editor = await openEditor();
  const rounds = scaled(500, options, 10);
  const file = "pages/home.yaml";
  // A used link does not count, so the second can sign in at once.
  const [phone, tablet] = [await editor.signIn(), await editor.signIn()];
  const { values } = JSON.parse((await phone(`form?file=${encodeURIComponent(file)}`)).text);
  const people = [
    { ask: phone, path: "hero/button", was: values.hero.button },
    { ask: tablet, path: "close/button", was: values.close.button },
  ];
  let kept = 0;
  for (let round = 0; round < rounds; round++) {
    const wordsFor = (path: string) => `${path}, save ${round}`;
    await Promise.all(
      people.map(async (person) => {
        const edits = [{ path: person.path, was: person.was, value: wordsFor(person.path) }];
        await person.ask("save", JSON.stringify({ file, edits }));
        person.was = wordsFor(person.path);
      }),
    );
    const saved = editor.read(file);
    kept += people.filter(({ path }) => saved.includes(wordsFor(path))).length;
  }
  const was = people[0]?.was;
  const answers = await Promise.all(
    people.map(({ ask }, at) =>
      ask("save", JSON.stringify({ file, edits: [{ path: "hero/button", was, value: `Of person ${at}` }] })),
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
  const claim = "A build that needs more memory than there is ends alone, and says so; the site is served on";
  if (!editor.isLimited) return notRun(claim, "no control group could be made: not root");
  const phone = await editor.signIn();
  const publishing = async (): Promise<PublishStatus> => JSON.parse((await phone("publish")).text);
  const before = await editor.release();
  // The editor is started by the first thing that is asked of it.
  await publishing();
  editor.limitMemory(editor.held() + 110);
  await phone("publish", "{}");
  let [pages, failed] = [0, 0];
  const ended = async () => {
    pages++;
    if ((await fetch(`${editor.site}/contact`)).status !== 200) failed++;
    return (await publishing()).endedAt !== null;
  };
  await waitUntil(ended, 120);
  const { state, message } = await publishing();
  const isSame = (await editor.release()) === before && !editor.hasExited();
  return resultOf(claim, {
    [`publishing ended as "${state}"`]: state === "not-live",
    [message]: message.includes("too little memory"),
    [`${failed} of ${pages} pages failed meanwhile`]: failed === 0,
    "the server and its release are the same": isSame,
  });
}
