import type { Query, RunTransaction } from "./postgres-query.ts";
import { limitHosts, type VisitStore, type Visits } from "./visit-store.ts";

export function createVisitStore(query: Query, transact: RunTransaction): VisitStore {
  return {
    addVisits: (visits) =>
      transact(async (query) => {
        // The lock keeps two servers from filling the last places of a day at once.
        await query("SELECT pg_advisory_xact_lock(hashtext('consultations: visits'))");
        const { rows: known } = await query<Visits>(
          "SELECT day, name FROM consultations.visits WHERE kind = 'from' AND day = ANY($1)",
          [...new Set(visits.map(({ day }) => day))],
        );
        // One statement cannot change a row twice, so what has become the same row is added up in it.
        await query(
          `INSERT INTO consultations.visits (day, kind, name, views)
          SELECT day, kind, name, sum(views) FROM json_populate_recordset(NULL::consultations.visits, $1)
          GROUP BY day, kind, name
          ON CONFLICT (day, kind, name) DO UPDATE SET views = visits.views + excluded.views`,
          JSON.stringify(limitHosts(visits, known)),
        );
      }),
    async listVisits(from, to) {
      const { rows } = await query<Visits>(
        "SELECT day, kind, name, views FROM consultations.visits WHERE day BETWEEN $1 AND $2",
        from,
        to,
      );
      return rows;
    },
    async deleteVisits(before) {
      await query("DELETE FROM consultations.visits WHERE day < $1", before);
    },
  };
}
