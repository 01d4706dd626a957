import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { parseRow, type StoredRequest, selectColumns } from "./stored-request.ts";

/** A statement, prepared when its text is first met. */
export type Sql = (text: string) => StatementSync;

/** Calls of the store inside a transaction that somebody else opens and commits. */
export type InTransaction<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (sql: Sql, ...args: Args) => Result
    : never;
};

export function prepareStatements(database: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}

/** Compares with a list that is handed over as JSON. */
export const inJsonList = "IN (SELECT value FROM json_each(?))";

export const selectRequests = (sql: Sql, clauses: string, ...values: SQLInputValue[]): StoredRequest[] =>
  sql(`SELECT ${selectColumns} FROM requests JOIN outbox ON request_id = id ${clauses}`)
    .all(...values)
    .map(parseRow);
