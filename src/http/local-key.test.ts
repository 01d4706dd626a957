import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { openLocalKey } from "./local-key.ts";

function openKey() {
  const folder = temporaryFolder();
  const file = join(folder, "data/key");
  return { file, key: openLocalKey(file, "desk") };
}

const ask = (path: string, cookie = "") => new Request(`http://localhost:3010${path}`, { headers: { cookie } });

it("Another user of the machine, who has no key, gets 401", async () => {
  const { key } = openKey();
  for (const path of ["/desk", "/desk?key=", `/desk${key.query.slice(0, -1)}`, `/desk?key=${"0".repeat(64)}`]) {
    const response = key.refuse(ask(path));
    expect(response.status, path).toBe(401);
    expect(await response.text()).toContain("npm run desk");
  }
  for (const cookie of ["", "desk-3010=guessed", "desk-3010="]) expect(key.admits(ask("/desk", cookie))).toBe(false);
});

it("The printed address gives the browser a cookie, and leaves the key out of the address", async () => {
  const { key } = openKey();
  const response = key.refuse(ask(`/desk${key.query}`));
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await response.text()).toMatch(/content="0;url=\/desk">/);
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^desk-3010=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(key.admits(ask("/desk", cookie.split(";")[0]))).toBe(true);
});

it("Only its owner can read the key, which stays the same across a restart", () => {
  const { file, key } = openKey();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openLocalKey(file, "edit").query).toBe(key.query);
  writeFileSync(file, "damaged");
  expect(openLocalKey(file, "edit").query).toBe(`?key=${readFileSync(file, "utf8")}`);
});
