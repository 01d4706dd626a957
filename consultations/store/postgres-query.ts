import type { QueryResultRow } from "pg";
import { type ConsultationRequest, mapFields } from "../request.ts";
import { columns, readRow, type StoredRequest } from "./stored-request.ts";

/** Runs a statement with its values in place of $1, $2 and so on. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  ...values: unknown[]
) => Promise<{ rows: Row[]; count: number }>;

export type Transact = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

export async function select(query: Query, rest: string, ...values: unknown[]): Promise<StoredRequest[]> {
  const joined = "consultations.requests JOIN consultations.outbox ON request_id = id";
  return (await query(`SELECT ${columns} FROM ${joined} ${rest}`, ...values)).rows.map(toRequest);
}

export const change = async (query: Query, text: string, ...values: unknown[]): Promise<boolean> =>
  (await query(text, ...values)).count > 0;

/** PostgreSQL's text cannot hold the character NUL: it is written as \0, and a backslash as two. */
export const toText = (words: ConsultationRequest): ConsultationRequest =>
  mapFields((field) => words[field].replaceAll("\\", "\\\\").replaceAll("\0", "\\0"));

export function toRequest(row: unknown): StoredRequest {
  const request = readRow(row);
  const restore = (text: string) => text.replace(/\\([\\0])/g, (_, sign) => (sign === "0" ? "\0" : sign));
  return { ...request, ...mapFields((field) => restore(request[field])) };
}
