import { readdirSync, readFileSync } from "node:fs";
import type { Query, RunTransaction } from "./postgres.ts";

const folder = new URL("../../../supabase/migrations/", import.meta.url);

/**
 * Applies the migrations that the database does not have yet, one process at a time. Each file ends by storing its
 * number, so the vendor's own tool and this one can be used in turn. `upTo` is for restoring a backup, which needs the
 * tables of the version that wrote it.
 */
export async function migrate(transact: RunTransaction, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  await transact(async (query) => {
    await query("SELECT pg_advisory_xact_lock(hashtext('consultations migrations'))");
    const version = await readVersion(query);
    if (version > files.length) throw new Error("the database was made by a newer version");
    for (const name of files.slice(version, upTo)) await query(readFileSync(new URL(name, folder), "utf8"));
  });
}

/** The number of migrations that the database has; 0 without our tables. */
export async function readVersion(query: Query): Promise<number> {
  const { rows: known } = await query("SELECT to_regclass('consultations.facts') IS NOT NULL AS here");
  if (!known[0]?.here) return 0;
  const { rows } = await query("SELECT value FROM consultations.facts WHERE name = 'schema'");
  return Number(rows[0]?.value ?? 0);
}
