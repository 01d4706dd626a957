import type { InTransaction } from "./sqlite-statements.ts";
import type { KeyValues } from "./store.ts";
import { leaseSkew } from "./stored-request.ts";

export const keyValueOperations: InTransaction<KeyValues> = {
  get(sql, name) {
    const value = sql("SELECT value FROM facts WHERE name = ?").get(name)?.value;
    return value === undefined ? null : String(value);
  },
  set(sql, name, value) {
    sql("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
  },
  getOrSet(sql, name, value) {
    sql("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO NOTHING").run(name, value);
    return keyValueOperations.get(sql, name) ?? value;
  },
  // A lease that ends later than one taken now comes from a wrong clock and is ignored.
  lease: (sql, name, now, until) =>
    sql(`INSERT INTO facts VALUES (?1, ?3) ON CONFLICT DO UPDATE SET value = ?3
      WHERE CAST(value AS INTEGER) <= ?2 OR CAST(value AS INTEGER) > ?4`).run(
      name,
      now,
      String(until),
      until + leaseSkew,
    ).changes > 0,
  release(sql, name, until) {
    sql("UPDATE facts SET value = '0' WHERE name = ? AND value = ?").run(name, String(until));
  },
};
