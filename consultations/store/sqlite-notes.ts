import type { InTransaction } from "./sqlite-statements.ts";
import { clockSkew, type Notes } from "./store.ts";

export const notes: InTransaction<Notes> = {
  recall(sql, name) {
    const value = sql("SELECT value FROM facts WHERE name = ?").get(name)?.value;
    return value === undefined ? null : String(value);
  },
  remember(sql, name, value) {
    sql("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
  },
  agree(sql, name, value) {
    sql("INSERT INTO facts VALUES (?, ?) ON CONFLICT DO NOTHING").run(name, value);
    return notes.recall(sql, name) ?? value;
  },
  // A lease that ends later than one taken now would is a wrong clock's.
  lease: (sql, duty, now, until) =>
    sql(`INSERT INTO facts VALUES (?1, ?3) ON CONFLICT DO UPDATE SET value = ?3
      WHERE CAST(value AS INTEGER) <= ?2 OR CAST(value AS INTEGER) > ?4`).run(
      duty,
      now,
      String(until),
      until + clockSkew,
    ).changes > 0,
  release(sql, duty, until) {
    sql("UPDATE facts SET value = '0' WHERE name = ? AND value = ?").run(duty, String(until));
  },
};
