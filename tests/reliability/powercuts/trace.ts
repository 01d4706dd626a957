/** The file operations and responses of a process, in order. */
export type TracedOperation =
  | { kind: "create"; path: string }
  | { kind: "write"; path: string; at: number; bytes: Buffer }
  | { kind: "truncate"; path: string; to: number }
  | { kind: "remove"; path: string }
  | { kind: "rename"; path: string; to: string }
  | { kind: "sync"; path: string }
  | { kind: "thank"; reference: string };

/** Makes a command that traces a program. The program stays our own child process. */
export const traceCommand = (file: string): string[] => [
  ...["strace", "-D", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-o", file],
  "-e",
  `trace=openat,${[...writes, "pwrite64", ...syncs, "ftruncate", "rename", "renameat", "renameat2", "unlink", "unlinkat"].join()}`,
];

const writes = ["write", "writev", "sendto", "sendmsg"];
const syncs = ["fsync", "fdatasync"];

const quotedStrings = /"((?:\\x[\da-f]{2})*)"/g;
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");
const thanks = /"ok":true,"reference":"([A-Z\d]{8})"/g;

/** Lists operations in the folder, and every acknowledgement. A write counts from its start, a sync from its end. */
export function* readTrace(lines: Iterable<string>, folder: string): Generator<TracedOperation> {
  const unfinished = new Map<string, string>();
  for (const line of lines) {
    const [, thread = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const isBegun = rest.endsWith("<unfinished ...>");
    const [, resumed] = /^<\.\.\. (\w+) resumed>/.exec(rest) ?? [];
    const call = resumed ? (unfinished.get(thread) ?? "") + rest.slice(rest.indexOf(">") + 1) : rest;
    const [, name = ""] = /^(\w+)\(/.exec(call) ?? [];
    if (isBegun) unfinished.set(thread, rest.slice(0, -"<unfinished ...>".length));
    // An interrupted call has two lines but counts once: a write at its start, everything else at its end.
    const countsFromStart = name === "pwrite64" || writes.includes(name);
    if (countsFromStart ? resumed !== undefined : isBegun) continue;
    if (!countsFromStart && !/= \d/.test(call.slice(call.lastIndexOf(")")))) continue;
    yield* parseCall(name, call, folder);
  }
}

function* parseCall(name: string, call: string, folder: string): Generator<TracedOperation> {
  const [, hexPath = ""] = /^\w+\([^<"]*<((?:\\x[\da-f]{2})*)>/.exec(call) ?? [];
  const path = bytesOf(hexPath).toString();
  const strings = [...call.matchAll(quotedStrings)].map(([, hex = ""]) => bytesOf(hex));
  const numbers =
    call
      .replaceAll(quotedStrings, "")
      .match(/, (\d+)/g)
      ?.map((text) => Number(text.slice(2))) ?? [];
  if (writes.includes(name)) {
    const written = Buffer.concat(strings).toString("latin1");
    for (const [, reference = ""] of written.matchAll(thanks)) yield { kind: "thank", reference };
    return;
  }
  const [first, second] = strings.map(String);
  if (name === "openat" && first?.startsWith(folder) && call.includes("O_CREAT")) yield { kind: "create", path: first };
  if (name.startsWith("unlink") && first?.startsWith(folder)) yield { kind: "remove", path: first };
  if (name.startsWith("rename") && first?.startsWith(folder)) yield { kind: "rename", path: first, to: second ?? "" };
  if (!path.startsWith(folder)) return;
  if (name === "pwrite64" && strings[0]) yield { kind: "write", path, at: numbers.at(-1) ?? 0, bytes: strings[0] };
  if (name === "ftruncate") yield { kind: "truncate", path, to: numbers.at(-1) ?? 0 };
  if (syncs.includes(name)) yield { kind: "sync", path };
}
