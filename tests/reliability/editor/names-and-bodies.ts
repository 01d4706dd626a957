import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../../src/build/list-files.ts";
import type { HttpResult } from "../../kit/http-request.ts";
import { type Ask, type Attack, judge, writes } from "./hosted-client.ts";

const secret = "a-file-that-nobody-may-read";

export const proveNames: Attack = async ({ visit, hosted, phone, options }) => {
  writeFileSync(join(hosted.folder, "secret.yaml"), `heading: ${secret}\n`);
  writeFileSync(join(hosted.folder, "secret.webp"), secret);
  const steps = `../ ..\\ pages/../../ images/../../ %2e%2e%2f ..%2f ....// / // ./../ ${hosted.folder}/`.split(" ");
  const targets =
    "secret.yaml secret.webp secret data/requests.db etc/passwd .env package.json content/../secret.yaml".split(" ");
  const names = [
    ...steps.flatMap((step) => targets.map((target) => step + target)),
    "/etc/passwd",
    "__proto__",
    "constructor",
    "studio.yaml\0.md",
    "CON",
    "a".repeat(5_000),
    ".",
    "",
  ];
  const asked = names.flatMap((name): Ask[] => {
    const encoded = encodeURIComponent(name);
    const read = [`form?file=${encoded}`, `picture/${encoded}`].map((path) => ({
      path: `/edit/api/${path}`,
      browser: phone,
    }));
    const shown = ["pictures", "page"].map((folder) => ({ path: `/edit/${folder}/${encoded}`, browser: phone }));
    const edits = [{ do: "set", path: "heading", value: "changed" }];
    const bodies: [string, unknown][] = [
      ["save", { file: name, version: "", edits }],
      ["check", { file: name, edits }],
      ["discard-draft", { file: name, path: "heading" }],
      ["preview", { edits: { [name]: edits } }],
      ["save-picture", { id: name, name: "hero", alt: "A wall", version: "", focus: null, person: false }],
      ["save-picture", { id: "0".repeat(36), name, alt: "A wall", version: "", focus: null, person: false }],
      ["undo", { id: name }],
    ];
    const written = bodies.map(
      ([call, body]): Ask => ({
        path: `/edit/api/${call}`,
        method: "POST",
        browser: phone,
        body: JSON.stringify(body),
      }),
    );
    return [...read, ...shown, ...written];
  });
  const outside = () =>
    listFiles(hosted.folder)
      .filter((file) => !file.startsWith("data/"))
      .sort()
      .join();
  const before = outside();
  const isClosed = ({ status, text }: HttpResult) =>
    status > 0 && status < 500 && !text.includes(secret) && !/root:.*:0:0:/.test(text);
  const { measured, passed } = await judge(visit, asked, isClosed, options);
  return {
    claim: "No name of a file or a picture leads the hosted editor out of the content",
    method:
      "Signed in: steps upward and absolute paths to data, settings and system files, read, previewed, saved and undone",
    measured: `${measured}; files outside ${outside() === before ? "as before" : "CHANGED"}`,
    passed: passed && outside() === before,
  };
};

export const proveBodies: Attack = async ({ visit, phone, options }) => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const bodies = [
    ...'not JSON|[]|null|7|"text"|{|{"file":|\u0000|\ufeff{}|{"__proto__":{"edits":[]}}|{"constructor":{}}'.split("|"),
    '{"file":7,"version":7,"edits":7}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"erase","path":"heading"}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"set","path":"__proto__/polluted","value":1}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"set","path":"constructor/prototype/x","value":1}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"move","path":"heading","from":-1,"to":1e308}]}',
    deep(100_000),
    `{"file":"${"a".repeat(1_000_000)}"}`,
    `"${"a".repeat(3_000_000)}"`,
    "\xff\xfe".repeat(1_000),
  ];
  const asked = bodies.flatMap((body) =>
    writes
      .filter((name) => !name.startsWith("publish"))
      .map((name): Ask => ({ path: `/edit/api/${name}`, method: "POST", browser: phone, body })),
  );
  const isHandled = ({ status }: HttpResult) => status >= 400 && status < 500;
  const { measured, passed } = await judge(
    visit,
    [...asked, { path: "/edit/api/picture?for=hero", method: "POST", browser: phone, body: Buffer.alloc(43e6) }],
    isHandled,
    options,
  );
  return {
    claim: "The hosted editor answers a body that is no JSON, of the wrong kind or huge, and changes nothing",
    method: "Signed in: broken, deep, polluting and wrong bodies up to 3 MB for every call, and an upload of 43 MB",
    measured,
    passed,
  };
};
