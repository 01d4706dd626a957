export type Variables = Record<string, string | undefined>;

/** Its message is for the person who starts the server, with one sentence for each variable that is wrong. */
export class SettingsError extends Error {}

export function isTimeZone(text: string): boolean {
  // Every command asks this when it starts, and the first formatter takes ten times as long to make as this list.
  if (Intl.supportedValuesOf("timeZone").includes(text)) return true;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}

/** Reads variables and collects their problems, so that all of them are reported at once. */
export function checkVariables(variables: Variables) {
  const problems: string[] = [];
  const text = (name: string) => variables[name]?.trim() ?? "";

  function read<Value>(
    name: string,
    fallback: Value,
    expected: string,
    parse: (text: string) => Value | undefined,
  ): Value {
    const given = text(name);
    if (!given) return fallback;
    const value = parse(given);
    if (value === undefined) problems.push(`${name} is ${displayValue(name, given)}, but must be ${expected}.`);
    return value ?? fallback;
  }

  return {
    text,
    read,
    integer: (name: string, fallback: number, min: number, max: number) =>
      read(name, fallback, `a whole number from ${min} to ${max}`, (text) => {
        const number = Number(text);
        return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined;
      }),
    matching: (name: string, fallback: string, expected: string, pattern: RegExp) =>
      read(name, fallback, expected, (text) => (pattern.test(text) ? text : undefined)),
    onOff: (name: string, fallback = true) =>
      read(name, fallback, "on or off", (text) => (text === "on" ? true : text === "off" ? false : undefined)),
    url: (name: string, protocols: string[]) =>
      read<string | null>(
        name,
        null,
        `an address starting with ${protocols.map((start) => `${start}//`).join(" or ")}`,
        (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined),
      ),
    secret: (name: string, min: number) =>
      read<string | null>(name, null, `at least ${min} characters long`, (text) =>
        text.length >= min ? text : undefined,
      ),
    addProblem: (problem: string) => void problems.push(problem),
    /** Returns the settings, or throws if there was a problem. */
    orThrow<Settings>(settings: Settings): Settings {
      if (problems.length > 0) throw new SettingsError(problems.join("\n"));
      return settings;
    },
  };
}

const secrets = ["DATABASE_URL", "SMTP_URL", "RESEND_API_KEY", "ALERT_WEBHOOK_URL", "DRAIN_SECRET", "SMOKE_KEY"];

/** The values of secrets are hidden, because what is printed at the start ends up in logs. */
function displayValue(name: string, text: string): string {
  return secrets.includes(name) ? "something else (not shown, it may hold a password)" : `"${text}"`;
}
