import * as v from "valibot";

export type Variables = Record<string, string | undefined>;

/** Its message is for the person who starts the server, with one sentence for each variable that is wrong. */
export class SettingsError extends Error {}

/**
 * One line of the table of settings: the variable, what counts where it is empty or not set, and the rule that makes a
 * value of its text. The message of a rule ends the sentence "PORT is x, but must be". A secret is not shown.
 */
export type Setting = [name: string, byDefault: string | null, rule: v.GenericSchema, isSecret?: "secret"];

export type Values<Table extends Record<string, Setting>> = { [Key in keyof Table]: v.InferOutput<Table[Key][2]> };

/** Reads the variables of a table, and throws the sentences of all that are wrong at once, those of `check` among them. */
export function readVariables<Table extends Record<string, Setting>>(
  variables: Variables,
  table: Table,
  check: (values: Values<Table>) => (string | false)[] = () => [],
): Values<Table> {
  const problems: (string | false)[] = [];
  const entries = Object.entries<Setting>(table).map(([key, [name, byDefault, rule, isSecret]]) => {
    const text = variables[name]?.trim() || byDefault;
    const result = v.safeParse(rule, text);
    // What is printed at the start ends up in logs.
    const shown = isSecret ? "something else (not shown, it may hold a password)" : `"${text}"`;
    if (!result.success) problems.push(`${name} is ${shown}, but must be ${result.issues[0].message}.`);
    return [key, result.success ? result.output : null];
  });
  const values: Values<Table> = Object.fromEntries(entries);
  const sentences = [...problems, ...check(values)].filter(Boolean);
  if (sentences.length > 0) throw new SettingsError(sentences.join("\n"));
  return values;
}

export const onOff = v.pipe(
  v.picklist(["on", "off"], "on or off"),
  v.transform((text) => text === "on"),
);

export function wholeNumber(min: number, max: number) {
  const sentence = `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, sentence),
    v.transform(Number),
    v.minValue(min, sentence),
    v.maxValue(max, sentence),
  );
}

export const url = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `an address starting with ${protocols.map((start) => `${start}//`).join(" or ")}`,
    ),
  );

export const matching = (pattern: RegExp, sentence: string) => v.pipe(v.string(), v.regex(pattern, sentence));

export const longText = (min: number) => v.pipe(v.string(), v.minLength(min, `at least ${min} characters long`));

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

export const origins = v.pipe(
  v.string(),
  v.transform((text): "*" | string[] => (text === "*" ? text : text.split(",").map((part) => part.trim()))),
  v.check(
    (value) => value === "*" || value.every(isOrigin),
    "* or origins like https://example.com, separated by commas",
  ),
);
