import { fields, formFields, mapFields, validate } from "../../../src/requests/request.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { type Prove, resultOf } from "../results.ts";
import { mailAddresses, runCommand, startExampleSite } from "../servers.ts";
import { postWords } from "../visitors.ts";

/** Formulas, terminal escapes, text direction, injected headers and markup, and text that is long or unusual. */
const hostileTexts = [
  "=1+1",
  "\r=1+1",
  'a";=1+1',
  "＝1+1",
  '",=1+1,"',
  "\x1b[2J\x9b1;1H\x85",
  "\x07\x08\x0b\x0c\x1a\x7f",
  "a\x00b",
  "\u202egnirts\u202c",
  "\ufeffx\u2028y\u00ad",
  "x\r\nBcc: evil@example.com",
  '"x" <evil@example.com>, y',
  "x\r\n.\r\nQUIT",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE requests; --",
  "👩‍👩‍👧‍👦🏴‍☠️𝕳",
  "e\u0301\u0301\u0301i̇İı",
  `${"\n".repeat(50)}x`,
  "界".repeat(2_000),
];

/** Cuts the text to each field's limit, and adds the parts that the field requires. */
const toRequest = (text: string, number: number) => ({
  ...mapFields((field) => text.slice(0, formFields[field].maxLength)),
  name: `${text.slice(0, formFields.name.maxLength - 2)} N`,
  email: `o'brien+${number}=x@example.com`,
  phone: `${text.replace(/\p{Nd}/gu, "").slice(0, 20)}780-555-0100`.slice(0, formFields.phone.maxLength),
  message: text,
});

const expectedHeader = /^(to|from|subject|reply-to|message-id|date|mime-version|content-(type|transfer-encoding)):/i;
/** Control characters that move a cursor or change a title, and those that reorder a line. */
const controls = /[^\P{Cc}\n\t\r]|[\u202a-\u202e\u2066-\u2069]/u;
/** A cell that a spreadsheet takes for a formula, where commas or semicolons divide cells. */
const formula = /(^|,|\n)"[=+\-@＝\t\r\0]|[;\n\r\t]["\s]*[=+\-@＝]/;

/** Follows hostile text in every field to the database and to the owner's email, terminal and spreadsheet. */
export const proveHostileWords: Prove = async ({ log }) => {
  await using site = await startExampleSite({ RATE_LIMIT: "off" });
  const requests = hostileTexts.map(toRequest).filter((words) => validate(words).ok);
  for (const words of requests) {
    const { status } = await postWords(words, { port: site.port });
    if (status !== 200) log(`${status} for ${JSON.stringify(words).slice(0, 200)}`);
  }
  await waitUntil(() => site.mail.received.length >= requests.length, 60);
  const stored = new Map((await site.requests()).map((request) => [request.email, request]));
  const changed = requests.filter((words) =>
    fields.some((field) => !isSame(stored.get(words.email)?.[field], words[field])),
  );
  const emails = site.mail.received.filter(
    ({ recipients, headers }) =>
      recipients.join() === mailAddresses.MAIL_TO && headers.every((line) => expectedHeader.test(line)),
  ).length;

  const read = (...args: string[]) => runCommand("requests", args, { DATA_DIR: site.dataDir });
  const escapes = [...stored.values()].find(({ message }) => message.includes("\x1b"));
  const outputs = [await read("list"), await read("show", escapes?.reference ?? "")];
  const csv = await read("export");
  const withControls = outputs.filter((output) => controls.test(output)).length;
  return [
    resultOf("Hostile text is stored as text, unchanged", {
      [`${requests.length} of ${hostileTexts.length} texts sent in every field`]:
        requests.length === hostileTexts.length,
      [`${stored.size} stored`]: stored.size === requests.length,
      [`${changed.length} changed`]: changed.length === 0,
    }),
    resultOf("Each email has only the studio as recipient, and no header from a visitor", {
      [`${emails} of ${requests.length} emails`]: emails === requests.length,
    }),
    resultOf("The owner's command prints no control characters", {
      [`${outputs.length} outputs`]: outputs.every((output) => output.length > 20),
      [`${withControls} with controls`]: withControls === 0,
    }),
    resultOf("A spreadsheet takes no cell of the export for a formula", {
      [`${csv.length} characters`]: csv.length > 1_000,
      [formula.exec(csv)?.[0] ?? "no formula"]: !formula.test(csv),
    }),
  ];
};

/** The API trims text, and ends lines in its own way. */
const isSame = (stored: string | undefined, sent: string): boolean =>
  stored !== undefined && stored.replaceAll("\r\n", "\n").trim() === sent.replaceAll("\r\n", "\n").trim();
