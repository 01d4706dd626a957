import { change, type Query } from "./postgres-query.ts";
import { clockSkew, type Notes } from "./store.ts";

export function createNotes(query: Query): Notes {
  async function remember(name: string, value: string) {
    await query(
      "INSERT INTO consultations.facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }
  return {
    async recall(name) {
      const { rows } = await query<{ value: string }>("SELECT value FROM consultations.facts WHERE name = $1", name);
      return rows[0]?.value ?? null;
    },
    remember,
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
    release: (duty) => remember(duty, "0"),
  };
}
