/** Anything can be thrown and a server can answer anything, so these functions assume nothing about their input. */

export const errorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Properties that the system put on its error, or a server into its answer: codes, ports, names. */
export const errorProperties = (value: unknown): Record<string, unknown> =>
  typeof value === "object" ? { ...value } : {};

/** What the log records of an error: its kind, its message, and where in our own code it came from. */
export type ErrorDescription = { error: string; message: string; place: string };

export function describeError(thrown: unknown): ErrorDescription {
  const { code, errcode, trace } = errorProperties(thrown);
  if (isErrorDescription(trace)) return trace;
  const error = thrown instanceof Error ? thrown.name : typeof thrown;
  const codes = [code, errcode].filter((part) => /^\w+$/.test(String(part ?? "")));
  return {
    error: [error, ...codes].join(" "),
    message: redactQuoted(errorMessage(thrown)),
    place: findSourceLocation(thrown instanceof Error ? (thrown.stack ?? "") : ""),
  };
}

const isErrorDescription = (value: unknown): value is ErrorDescription =>
  typeof value === "object" && value !== null && "place" in value;

/** Error messages quote the input they failed on, which may be personal data. Names of files and properties stay. */
function redactQuoted(message: string): string {
  return message
    .replace(/(reading )?(["'`])((?:(?!\2).)*)\2?/gs, (match, reading, _, quoted) =>
      reading || /^\/[\w./-]*$/.test(quoted) ? match : "(…)",
    )
    .replace(/\S+@\S+|(?!\d{1,3}(?:\.\d{1,3}){3})\b\d[\d\s().-]{5,}\d/g, "(…)")
    .replace(/\s+/g, " ")
    .slice(0, 300);
}

const ownSourceFile = /.*\/((?:src|commands|supabase|tests|tools)\/[\w./-]+:\d+):\d+/;

function findSourceLocation(stack: string): string {
  const ownFrames = stack.split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node_modules/"));
  return ownFrames.map((line) => ownSourceFile.exec(line)?.[1]).find(Boolean) ?? "unknown";
}
