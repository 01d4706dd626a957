import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../server-process.ts";

/** Each replaces how a server asks its database; `ask(text, ...rest)` is the driver's own way. */
const faults = {
  "thanks before the commit": `if (text !== "COMMIT") return ask(text, ...rest);
    ask(text).catch(() => {});
    return Promise.resolve({ rows: [], rowCount: 0 });`,
  "claims without a lease": `return ask(typeof text === "string"
    ? text.replace("claimed_until = $3 FROM next", "claimed_until = $3::bigint * 0 FROM next") : text, ...rest);`,
  "named prepared statements": `if (typeof text !== "string" || !Array.isArray(rest[0])) return ask(text, ...rest);
    return ask({ text, name: createHash("sha256").update(text).digest("hex").slice(0, 60) }, ...rest);`,
};

/** The options with which Node plants the fault before the server starts. */
export function plantFault(name: keyof typeof faults): string {
  const file = join(temporaryFolder(), "fault.mjs");
  writeFileSync(
    file,
    `import { createHash } from "node:crypto";
    import pg from ${JSON.stringify(import.meta.resolve("pg"))};
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (text, ...rest) {
      const ask = (...args) => query.apply(this, args);
      ${faults[name]}
    };`,
  );
  return `--import=${pathToFileURL(file).href}`;
}
