import { type InTransaction, inJsonList } from "./sqlite-statements.ts";
import { limitHosts, type VisitStore, type Visits } from "./visit-store.ts";

export const visitOperations: InTransaction<VisitStore> = {
  addVisits(sql, visits) {
    const days = JSON.stringify([...new Set(visits.map(({ day }) => day))]);
    const known = sql(`SELECT day, name FROM visits WHERE kind = 'from' AND day ${inJsonList}`).all(days) as Visits[];
    for (const { day, kind, name, views } of limitHosts(visits, known)) {
      sql(`INSERT INTO visits VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET views = views + excluded.views`).run(day, kind, name, views);
    }
  },
  listVisits: (sql, from, to) =>
    sql("SELECT day, kind, name, views FROM visits WHERE day BETWEEN ? AND ?").all(from, to) as Visits[],
  deleteVisits(sql, before) {
    sql("DELETE FROM visits WHERE day < ?").run(before);
  },
};
