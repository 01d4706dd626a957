import { parseRow, type StoredRequest, selectColumns } from "./stored-request.ts";

/** SQL for PostgreSQL, which `sqlite-statements.ts` translates, with its values in place of $1, $2 and so on. */
export type Statement = {
  text: string;
  values: unknown[];
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

/** Whether there was such a row. */
export function* execute(text: string, ...values: unknown[]): Operation<boolean> {
  return (yield { text, values }).count > 0;
}

export function* lock(text: string, ...values: unknown[]): Operation<void> {
  yield { text, values, isLock: true };
}

export function* select<Row>(text: string, ...values: unknown[]): Operation<Row[]> {
  return (yield { text, values }).rows as Row[];
}

/** For a statement that always has one row, like one that only counts. */
export function* selectOne<Row>(text: string, ...values: unknown[]): Operation<Row> {
  return (yield { text, values }).rows[0] as Row;
}

export function* selectRequests(clauses: string, ...values: unknown[]): Operation<StoredRequest[]> {
  const tables = "consultations.requests JOIN consultations.outbox ON request_id = id";
  const text = `SELECT ${selectColumns} FROM ${tables} ${clauses}`;
  return (yield { text, values, hasRequests: true }).rows.map(parseRow);
}
