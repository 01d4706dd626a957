import { change, type Query } from "./postgres-query.ts";
import { clockSkew, type Notes } from "./store.ts";

export function createNotes(query: Query): Notes {
  return {
    async recall(name) {
      const { rows } = await query<{ value: string }>("SELECT value FROM consultations.facts WHERE name = $1", name);
      return rows[0]?.value ?? null;
    },
    async remember(name, value) {
      await query(
        "INSERT INTO consultations.facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
      );
    },
    async agree(name, value) {
      const { rows } = await query<{ value: string }>(
        `INSERT INTO consultations.facts VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`,
        name,
        value,
      );
      return rows[0]?.value ?? value;
    },
    lease: (duty, now, until) =>
      change(
        query,
        `INSERT INTO consultations.facts VALUES ($1, $3) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        WHERE facts.value::bigint <= $2 OR facts.value::bigint > $4`,
        duty,
        now,
        String(until),
        until + clockSkew,
      ),
    async release(duty, until) {
      await query("UPDATE consultations.facts SET value = '0' WHERE name = $1 AND value = $2", duty, String(until));
    },
  };
}
