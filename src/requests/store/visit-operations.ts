import { execute, lock, type Operations, select } from "./statement.ts";
import { limitHosts, type VisitStore, type Visits } from "./visit-store.ts";

export const visitOperations: Operations<VisitStore> = {
  *addVisits(visits) {
    // The lock keeps two servers from filling the last places of a day at once.
    yield* lock`SELECT pg_advisory_xact_lock(hashtext('consultations: visits'))`;
    const days = [...new Set(visits.map(({ day }) => day))];
    const known = yield* select<Visits>`SELECT day, name FROM consultations.visits
      WHERE kind = 'from' AND day = ANY(${days})`;
    for (const { day, kind, name, views } of limitHosts(visits, known)) {
      yield* execute`INSERT INTO consultations.visits (day, kind, name, views) VALUES (${day}, ${kind}, ${name}, ${views})
        ON CONFLICT (day, kind, name) DO UPDATE SET views = visits.views + excluded.views`;
    }
  },
  *listVisits(from, to) {
    return yield* select<Visits>`SELECT day, kind, name, views FROM consultations.visits
      WHERE day BETWEEN ${from} AND ${to}`;
  },
  *deleteVisits(before) {
    yield* execute`DELETE FROM consultations.visits WHERE day < ${before}`;
  },
};
