import { execute, type Operations, select, selectOne } from "./statement.ts";
import type { KeyValues } from "./store.ts";
import { leaseSkew } from "./stored-request.ts";

export const keyValueOperations: Operations<KeyValues> = {
  *get(name) {
    const [found] = yield* select<{ value: string }>("SELECT value FROM consultations.facts WHERE name = $1", name);
    return found?.value ?? null;
  },
  *set(name, value) {
    yield* execute(
      "INSERT INTO consultations.facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  },
  *getOrSet(name, value) {
    const stored = yield* selectOne<{ value: string }>(
      `INSERT INTO consultations.facts VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`,
      name,
      value,
    );
    return stored.value;
  },
  // A lease that ends later than one taken now comes from a wrong clock and is ignored.
  *lease(name, now, until) {
    return yield* execute(
      `INSERT INTO consultations.facts VALUES ($1, $3) ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE CAST(facts.value AS bigint) <= $2 OR CAST(facts.value AS bigint) > $4`,
      name,
      now,
      String(until),
      until + leaseSkew,
    );
  },
  *release(name, until) {
    yield* execute("UPDATE consultations.facts SET value = '0' WHERE name = $1 AND value = $2", name, String(until));
  },
};
