import { execute, type Query } from "./postgres-query.ts";
import type { KeyValues } from "./store.ts";
import { leaseSkew } from "./stored-request.ts";

export function createKeyValues(query: Query): KeyValues {
  return {
    async get(name) {
      const { rows } = await query<{ value: string }>("SELECT value FROM consultations.facts WHERE name = $1", name);
      return rows[0]?.value ?? null;
    },
    async set(name, value) {
      await query(
        "INSERT INTO consultations.facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
      );
    },
    async getOrSet(name, value) {
      const { rows } = await query<{ value: string }>(
        `INSERT INTO consultations.facts VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`,
        name,
        value,
      );
      return rows[0]?.value ?? value;
    },
    lease: (name, now, until) =>
      execute(
        query,
        `INSERT INTO consultations.facts VALUES ($1, $3) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE facts.value::bigint <= $2 OR facts.value::bigint > $4`,
        name,
        now,
        String(until),
        until + leaseSkew,
      ),
    async release(name, until) {
      await query("UPDATE consultations.facts SET value = '0' WHERE name = $1 AND value = $2", name, String(until));
    },
  };
}
