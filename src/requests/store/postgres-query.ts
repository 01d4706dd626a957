import type { QueryResultRow } from "pg";
import { type ConsultationRequest, mapFields } from "../request.ts";
import { parseRow, type StoredRequest, selectColumns } from "./stored-request.ts";

/** Runs a statement with its values in place of $1, $2 and so on. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  ...values: unknown[]
) => Promise<{ rows: Row[]; count: number }>;

export type RunTransaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

export async function selectRequests(query: Query, clauses: string, ...values: unknown[]): Promise<StoredRequest[]> {
  const tables = "consultations.requests JOIN consultations.outbox ON request_id = id";
  return (await query(`SELECT ${selectColumns} FROM ${tables} ${clauses}`, ...values)).rows.map(parseRequestRow);
}

/** For a statement that always has one row, like one that only counts. */
export const selectOne = async <Row extends QueryResultRow>(query: Query, text: string, ...values: unknown[]) =>
  (await query<Row>(text, ...values)).rows[0] as Row;

export const execute = async (query: Query, text: string, ...values: unknown[]): Promise<boolean> =>
  (await query(text, ...values)).count > 0;

/** PostgreSQL's text cannot hold the character NUL, so it is written as \0, and a backslash as two. */
export const escapeText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\0", "\\0");
export const unescapeText = (text: string): string =>
  text.replace(/\\([\\0])/g, (_, character) => (character === "0" ? "\0" : character));

export const escapeFields = (request: ConsultationRequest): ConsultationRequest =>
  mapFields((field) => escapeText(request[field]));

export function parseRequestRow(row: unknown): StoredRequest {
  const request = parseRow(row);
  return { ...request, ...mapFields((field) => unescapeText(request[field])) };
}
