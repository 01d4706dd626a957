import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../src/settings/settings.ts";
import { linesIn, manualBlocks } from "../kit/hosting-manual.ts";
import { needs } from "../kit/needs.ts";
import { checkNginx, needsNginx } from "../kit/nginx.ts";
import { findProgram } from "../kit/programs.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

const blocksOf = (language: string) => manualBlocks.filter((block) => block.language === language);
const textOf = ({ lines }: { lines: { text: string }[] }) => lines.map(({ text }) => text).join("\n");

test("every block says what is in it, and something checks each kind", () => {
  // `hosting-commands.test.ts` runs the commands. The SQL needs the vault of a project at Supabase.
  const kinds = ["sh", "cron", "env", "dns", "nginx", "caddy", "sql"];
  expect(manualBlocks.filter(({ language }) => !kinds.includes(language)).map(({ place }) => place)).toEqual([]);
  for (const kind of kinds) expect(blocksOf(kind), kind).not.toEqual([]);
});

test.each(blocksOf("env"))("the server accepts the settings at $place", (block) => {
  const known = new Set([...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name));
  const settings = parseEnv(textOf(block));
  expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([]);
  const all = { SMTP_URL: "smtp://mail.example.com", MAIL_TO: "owner@studio.example", MAIL_FROM: "a@studio.example" };
  expect(() => readSettings({ ...all, ...settings })).not.toThrow();
});

test.each(blocksOf("nginx"))("nginx accepts the lines at $place", needsNginx, (block) => {
  expect(checkNginx(textOf(block))).toContain("test is successful");
});

const needsCaddy = needs("caddy", findProgram("caddy") !== undefined);
test.each(blocksOf("caddy"))("Caddy accepts the lines at $place", needsCaddy, (block) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "Caddyfile"), textOf(block));
  const args = ["validate", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  expect(spawnSync("caddy", args).status).toBe(0);
});

describe("DNS records", () => {
  test.each(linesIn("dns"))("$place: $text", ({ text }) => {
    expect(dnsProblem(text)).toBe("");
  });

  test.each([
    ["studio.example 3600 IN A 203.0.113.7", "the name has no dot at its end"],
    ["studio.example. 3600 IN A 203.0.113.700", "not an IPv4 address"],
    ["studio.example. 3600 IN AAAA 203.0.113.7", "not an IPv6 address"],
    ["studio.example. 3600 IN MX mx.example.com.", "not a preference and a name"],
    ['studio.example. 3600 IN CAA 0 issuer "letsencrypt.org"', "not a flag, a tag and a value"],
    ["studio.example. 3600 IN TXT v=spf1 -all", "not in quotation marks"],
    ['studio.example. 3600 IN TXT "v=spf1 includes:spf.example.com -all"', "SPF: includes:spf.example.com"],
    ['studio.example. 3600 IN TXT "v=spf1 include:spf.example.com"', "SPF: does not say what of the others"],
    ['www.studio.example. 3600 IN TXT "v=DMARC1; p=none"', "DMARC: belongs to _dmarc"],
    ['_dmarc.studio.example. 3600 IN TXT "v=DMARC1; rua=mailto:a@studio.example; p=none"', "DMARC: p comes second"],
    ['_dmarc.studio.example. 3600 IN TXT "v=DMARC1; p=refuse"', "DMARC: p=refuse"],
    ['key1.studio.example. 3600 IN TXT "v=DKIM1; k=rsa; p=AAAA"', "DKIM: belongs to NAME._domainkey"],
    ['key1._domainkey.studio.example. 3600 IN TXT "v=DKIM1; k=rsa"', "DKIM: no key"],
    ["studio.example. 3600 IN PTR studio.example.", "an unknown kind"],
  ])("refuses %s", (line, problem) => {
    expect(dnsProblem(line)).toBe(problem);
  });

  test("SPF has one record, as two make both void", () => {
    const spf = linesIn("dns").filter(({ text }) => text.includes('"v=spf1 '));
    expect(spf.map(({ text }) => text.split(" ")[0])).toEqual(["studio.example."]);
  });
});

/** What is wrong with a line of a zone file, or an empty text. It knows the records that the manual uses. */
function dnsProblem(line: string): string {
  const [, name = "", kind = "", value = ""] = /^(\S+)\s+\d+\s+IN\s+([A-Z]+)\s+(.+)$/.exec(line) ?? [];
  const host = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+$/;
  if (!host.test(name)) return "the name has no dot at its end";
  const checks: Record<string, () => string> = {
    A: () => (isIPv4(value) ? "" : "not an IPv4 address"),
    AAAA: () => (isIPv6(value) ? "" : "not an IPv6 address"),
    CNAME: () => (host.test(value) ? "" : "not a name"),
    MX: () => (/^\d+ \S+$/.test(value) && host.test(value.split(" ")[1] ?? "") ? "" : "not a preference and a name"),
    CAA: () => (/^(0|128) (issue|issuewild|iodef) "[^"]*"$/.test(value) ? "" : "not a flag, a tag and a value"),
    TXT: () => (/^"[^"]{1,255}"$/.test(value) ? textProblem(name, value.slice(1, -1)) : "not in quotation marks"),
  };
  return checks[kind]?.() ?? "an unknown kind";
}

function textProblem(name: string, text: string): string {
  const tags = new Map(text.split(/;\s*/).map((tag) => tag.split(/=(.*)/s).slice(0, 2) as [string, string]));
  if (text.startsWith("v=spf1")) {
    const [, ...terms] = text.split(" ");
    const mechanism =
      /^[-~?+]?(?:all|a|mx|(?:include|exists|a|mx):[\w.-]+|ip4:[\d./]+|ip6:[\da-f:/]+)$|^redirect=[\w.-]+$/;
    const wrong = terms.find((term) => !mechanism.test(term));
    if (wrong) return `SPF: ${wrong}`;
    if (terms.filter((term) => /include|redirect|exists|\ba\b|mx/.test(term)).length > 10)
      return "SPF: too many lookups";
    return /^[-~]all$|^redirect=/.test(terms.at(-1) ?? "") ? "" : "SPF: does not say what of the others";
  }
  if (text.startsWith("v=DMARC1")) {
    if (!name.startsWith("_dmarc.")) return "DMARC: belongs to _dmarc";
    if ([...tags.keys()][1] !== "p") return "DMARC: p comes second";
    if (!/^(none|quarantine|reject)$/.test(tags.get("p") ?? "")) return `DMARC: p=${tags.get("p")}`;
    return /^(mailto:\S+@\S+)?$/.test(tags.get("rua") ?? "") ? "" : "DMARC: rua is no address";
  }
  if (text.startsWith("v=DKIM1")) {
    if (!/^[\w-]+\._domainkey\./.test(name)) return "DKIM: belongs to NAME._domainkey";
    return tags.get("p") ? "" : "DKIM: no key";
  }
  return "";
}
