import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { parseRow, type StoredRequest, selectColumns } from "./stored-request.ts";

/** Returns a statement, which is prepared when its text is first used. */
export type Sql = (text: string) => StatementSync;

/** The store's calls inside a transaction that the caller opens and commits. */
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

/** Matches any value of a list that is passed as JSON. */
export const inJsonList = "IN (SELECT value FROM json_each(?))";

export const selectRequests = (sql: Sql, clauses: string, ...values: SQLInputValue[]): StoredRequest[] =>
  sql(`SELECT ${selectColumns} FROM requests JOIN outbox ON request_id = id ${clauses}`)
    .all(...values)
    .map(parseRow);
