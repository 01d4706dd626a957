import type { ClientBase, Pool, QueryResultRow } from "pg";
import { type ConsultationRequest, mapFields } from "../request.ts";
import type { Operation } from "./statement.ts";

/** Runs a statement with its values in place of $1, $2 and so on. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  ...values: unknown[]
) => Promise<{ rows: Row[]; count: number }>;

/** The statements of one connection, or of any one of a pool. */
export const queryOn =
  (client: Pick<ClientBase | Pool, "query">): Query =>
  async (text, ...values) => {
    const { rows, rowCount } = await client.query(text, values);
    return { rows, count: rowCount ?? 0 };
  };

export type RunTransaction = <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;

export async function perform<Result>(query: Query, operation: Operation<Result>): Promise<Result> {
  let step = operation.next();
  while (!step.done) {
    const { sql, hasRequests } = step.value;
    let number = 0;
    const text = sql.text.replaceAll("?", () => `$${++number}`);
    const { rows, count } = await query(text, ...sql.values);
    step = operation.next({ rows: hasRequests ? rows.map(unescapeFields) : rows, count });
  }
  return step.value;
}

/** PostgreSQL's text cannot hold the character NUL, so it is written as \0, and a backslash as two. */
export const escapeText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\0", "\\0");
export const unescapeText = (text: string): string =>
  text.replace(/\\([\\0])/g, (_, character) => (character === "0" ? "\0" : character));

export const escapeFields = <Request extends ConsultationRequest>(request: Request): Request => ({
  ...request,
  ...mapFields((field) => escapeText(request[field])),
});
const unescapeFields = (row: QueryResultRow) => ({ ...row, ...mapFields((field) => unescapeText(row[field])) });
