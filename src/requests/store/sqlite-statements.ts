import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Operation, Statement, StatementResult } from "./statement.ts";

/** Runs a statement inside a transaction that the caller opens and commits. */
export type RunSql = (statement: Statement) => StatementResult;

/** The statements are PostgreSQL's. This is all that SQLite writes otherwise; a list is passed as JSON. */
const dialect: [RegExp, string][] = [
  [/\bconsultations\./g, ""],
  [/\bhistory\.number\b/, "history.rowid"],
  [/ FOR UPDATE OF outbox SKIP LOCKED/, ""],
  [/= ANY\(\?\)/, "IN (SELECT value FROM json_each(?))"],
];

const translate = (text: string): string =>
  dialect.reduce((translated, [pattern, replacement]) => translated.replace(pattern, replacement), text);

const toSqlite = (value: unknown): SQLInputValue =>
  (Array.isArray(value) ? JSON.stringify(value) : value) as SQLInputValue;

/** A statement is translated and prepared when its text is first used. */
export function prepareStatements(database: DatabaseSync): RunSql {
  const prepared = new Map<string, (values: SQLInputValue[]) => StatementResult>();

  function prepare(text: string) {
    const statement = database.prepare(translate(text));
    const hasRows = statement.columns().length > 0;
    const run = (values: SQLInputValue[]): StatementResult => {
      if (!hasRows) return { rows: [], count: Number(statement.run(...values).changes) };
      const rows = statement.all(...values);
      return { rows, count: rows.length };
    };
    prepared.set(text, run);
    return run;
  }

  return ({ sql: { text, values }, isLock }) => {
    // There is one writer at a time.
    if (isLock) return { rows: [], count: 0 };
    const run = prepared.get(text) ?? prepare(text);
    return run(values.map(toSqlite));
  };
}

export function perform<Result>(run: RunSql, operation: Operation<Result>): Result {
  let step = operation.next();
  while (!step.done) step = operation.next(run(step.value));
  return step.value;
}
