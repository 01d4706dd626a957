import { parseRow, type StoredRequest, selectColumns } from "./stored-request.ts";

/** PostgreSQL's SQL, which `sqlite-statements.ts` translates, with a question mark in the place of each value. */
export class Sql {
  readonly text: string;
  readonly values: unknown[];

  constructor(text: string, values: unknown[] = []) {
    this.text = text;
    this.values = values;
  }
}

type Template = [strings: TemplateStringsArray, ...values: unknown[]];

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

export type Statement = {
  sql: Sql;
  /** The rows are requests. */
  hasRequests?: true;
  /** Keeps other processes waiting, where several write at once. */
  isLock?: true;
};

/** The count is that of the rows, or of those changed when none are returned. */
export type StatementResult = { rows: object[]; count: number };

/** A call of the store, written once for both databases: it yields statements and goes on with their results. */
export type Operation<Result> = Generator<Statement, Result, StatementResult>;

export type Operations<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Operation<Result>
    : never;
};

/** Whether there was such a row. This and the following are tags of templates. */
export function* execute(...template: Template): Operation<boolean> {
  return (yield { sql: sql(...template) }).count > 0;
}

export function* lock(...template: Template): Operation<void> {
  yield { sql: sql(...template), isLock: true };
}

export function* select<Row>(...template: Template): Operation<Row[]> {
  return (yield { sql: sql(...template) }).rows as Row[];
}

/** For a statement that always has one row, like one that only counts. */
export function* selectOne<Row>(...template: Template): Operation<Row> {
  return (yield { sql: sql(...template) }).rows[0] as Row;
}

export function* selectIds(...template: Template): Operation<string[]> {
  return (yield* select<{ id: string }>(...template)).map(({ id }) => id);
}

const columns = new Sql(selectColumns);

/** The template is what follows the names of the tables. */
export function* selectRequests(...template: Template): Operation<StoredRequest[]> {
  const tables = sql`consultations.requests JOIN consultations.outbox ON request_id = id`;
  const statement = sql`SELECT ${columns} FROM ${tables} ${sql(...template)}`;
  return (yield { sql: statement, hasRequests: true }).rows.map(parseRow);
}
