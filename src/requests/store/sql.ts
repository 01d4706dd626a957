/** SQL with a question mark in the place of each value. */
export class Sql {
  readonly text: string;
  readonly values: unknown[];

  constructor(text: string, values: unknown[] = []) {
    this.text = text;
    this.values = values;
  }
}

export type Template = [strings: TemplateStringsArray, ...values: unknown[]];

/** A tag: SQL that stands in the template becomes part of the text, and everything else is a value. */
export function sql(...[strings, ...values]: Template): Sql {
  let text = strings[0] ?? "";
  const all: unknown[] = [];
  for (const [index, value] of values.entries()) {
    const isPart = value instanceof Sql;
    text += (isPart ? value.text : "?") + strings[index + 1];
    all.push(...(isPart ? value.values : [value]));
  }
  return new Sql(text, all);
}

/** A list of values. */
export const list = (values: unknown[]): Sql => new Sql(values.map(() => "?").join(), values);
