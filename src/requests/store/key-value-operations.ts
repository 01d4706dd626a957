import { execute, type Operations, select, selectOne } from "./statement.ts";
import type { KeyValues } from "./store.ts";
import { leaseSkew } from "./stored-request.ts";

export const keyValueOperations: Operations<KeyValues> = {
  *get(name) {
    const [found] = yield* select<{ value: string }>`SELECT value FROM consultations.facts WHERE name = ${name}`;
    return found?.value ?? null;
  },
  *set(name, value) {
    yield* execute`INSERT INTO consultations.facts VALUES (${name}, ${value})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  },
  *getOrSet(name, value) {
    const stored = yield* selectOne<{ value: string }>`INSERT INTO consultations.facts VALUES (${name}, ${value})
      ON CONFLICT (name) DO UPDATE SET value = facts.value RETURNING value`;
    return stored.value;
  },
  // A lease that ends later than one taken now comes from a wrong clock and is ignored.
  *lease(name, now, until) {
    return yield* execute`INSERT INTO consultations.facts VALUES (${name}, ${String(until)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      WHERE CAST(facts.value AS bigint) <= ${now} OR CAST(facts.value AS bigint) > ${until + leaseSkew}`;
  },
  *release(name, until) {
    yield* execute`UPDATE consultations.facts SET value = '0' WHERE name = ${name} AND value = ${String(until)}`;
  },
};
