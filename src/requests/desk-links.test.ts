import { expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { createDeskLinks } from "./desk-links.ts";

/** Two processes on one store, by a clock that stands still until it is moved. */
function prepare() {
  const store = openEmptyStore();
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const open = () => createDeskLinks({ store, siteUrl: "https://studio.test/", deskEpoch: "" });
  return { clock, one: open(), other: open() };
}

const signedName = (link: string) => link.split("/").at(-1) ?? "";

it("What is signed for one purpose is worth nothing for another", async () => {
  const { one } = prepare();
  const hashes = [await one.hashSecret("session", "A"), await one.hashSecret("sign-in", "A"), await one.csrfToken("A")];
  expect(new Set(hashes).size).toBe(3);
  for (const hash of hashes) expect(await one.referenceFromLink(`A.${hash}`)).toBeNull();
});

it("Processes on one store share a key, whichever made it; a renewed one ends within a second what was signed before, and signs new emails at once", async () => {
  const { one, other, clock } = prepare();
  const [link, token] = await Promise.all([one.requestLink("ABCDEFGH"), other.csrfToken("subject")]);
  expect(await other.referenceFromLink(signedName(link))).toBe("ABCDEFGH");
  await one.renewKey();
  expect(await one.isCsrfToken(token, "subject")).toBe(false);
  clock.mockReturnValue(999);
  expect(await other.isCsrfToken(token, "subject")).toBe(true);
  expect(await one.referenceFromLink(signedName(await other.requestLink("ABCDEFGH")))).toBe("ABCDEFGH");
  clock.mockReturnValue(1_000);
  expect(await other.isCsrfToken(token, "subject")).toBe(false);
});
