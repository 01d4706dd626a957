import { expect, it, onTestFinished, vi } from "vitest";
import { createDeskLinks } from "./desk-links.ts";

/** Two processes on one store, by a clock that stands still until it is moved. */
function prepare() {
  const values = new Map<string, string>();
  const store = {
    get: async (name: string) => values.get(name) ?? null,
    set: async (name: string, value: string) => void values.set(name, value),
    async getOrSet(name: string, value: string) {
      if (!values.has(name)) values.set(name, value);
      return values.get(name) ?? "";
    },
  };
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const open = (deskEpoch = "") => createDeskLinks({ store, siteUrl: "https://studio.test/", deskEpoch });
  return { clock, open, one: open(), other: open() };
}

const signedName = (link: string) => link.split("/").at(-1) ?? "";

it("Processes on one store accept each other's links and forms, whichever made the key", async () => {
  const { one, other, open } = prepare();
  expect(one.url).toBe("https://studio.test/desk");
  const [link, token] = await Promise.all([one.requestLink("ABCDEFGH"), other.csrfToken("subject")]);
  expect(link).toMatch(/^https:\/\/studio\.test\/desk\/r\/ABCDEFGH\.[\w-]{43}$/);
  expect(await other.referenceFromLink(signedName(link))).toBe("ABCDEFGH");
  expect([await one.isCsrfToken(token, "subject"), await one.isCsrfToken(token, "another")]).toEqual([true, false]);
  expect(await open("another epoch").referenceFromLink(signedName(link))).toBeNull();
  expect(await one.referenceFromLink(`${signedName(link)}.more`)).toBeNull();
});

it("What is signed for one purpose is worth nothing for another", async () => {
  const { one } = prepare();
  const hashes = [await one.hashSecret("session", "A"), await one.hashSecret("sign-in", "A"), await one.csrfToken("A")];
  expect(new Set(hashes).size).toBe(3);
  for (const hash of hashes) expect(await one.referenceFromLink(`A.${hash}`)).toBeNull();
});

it("A renewed key ends what was signed before, in another process within a second, and signs new emails at once", async () => {
  const { one, other, clock } = prepare();
  const token = await other.csrfToken("subject");
  await one.renewKey();
  expect(await one.isCsrfToken(token, "subject")).toBe(false);
  clock.mockReturnValue(999);
  expect(await other.isCsrfToken(token, "subject")).toBe(true);
  expect(await one.referenceFromLink(signedName(await other.requestLink("ABCDEFGH")))).toBe("ABCDEFGH");
  clock.mockReturnValue(1_000);
  expect(await other.isCsrfToken(token, "subject")).toBe(false);
});
