import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/requests/store/store.ts";
import { hostsPerDay, otherHosts, type Visits } from "../../src/requests/store/visit-store.ts";

/** What every store must do for the counts of visits. `open` gives an empty one. */
export function describeVisitStore(name: string, open: () => Promise<Store>): void {
  describe(`${name}, for visits`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());
    const from = (host: string, day = "2026-11-16"): Visits => ({ day, kind: "from", name: host, views: 1 });

    it("adds to what is there, and lists the days that were asked for", async () => {
      const page: Visits = { day: "2026-11-16", kind: "page", name: "/contact", views: 3 };
      await store.addVisits([page, { ...page, kind: "from", name: "maps.example" }]);
      await Promise.all([store.addVisits([page]), store.addVisits([page, { ...page, day: "2026-11-17" }])]);
      expect(await store.listVisits("2026-11-15", "2026-11-16")).toEqual(
        expect.arrayContaining([
          { ...page, views: 9 },
          { ...page, kind: "from", name: "maps.example" },
        ]),
      );
      expect(await store.listVisits("2026-11-17", "2026-11-17")).toEqual([{ ...page, day: "2026-11-17" }]);
    });

    it("has room for a number of hosts each day, however many are invented and however they arrive", async () => {
      await store.addVisits([from("first.example"), from("")]);
      for (let batch = 0; batch < 4; batch++) {
        const invented = Array.from({ length: 500 }, (_, number) => from(`host-${batch}-${number}.example`));
        await Promise.all([store.addVisits(invented.slice(250)), store.addVisits(invented.slice(0, 250))]);
      }
      await store.addVisits([from("first.example"), from(""), from("next.example", "2026-11-17")]);
      const stored = await store.listVisits("2026-11-16", "2026-11-16");
      const viewsOf = (host: string) => stored.find((visit) => visit.name === host)?.views;
      expect(stored).toHaveLength(hostsPerDay + 2);
      expect([viewsOf("first.example"), viewsOf("")]).toEqual([2, 2]);
      expect(viewsOf(otherHosts)).toBe(2_000 - (hostsPerDay - 1));
      expect(await store.listVisits("2026-11-17", "2026-11-17")).toEqual([from("next.example", "2026-11-17")]);
    });

    it("deletes the days before one", async () => {
      await store.addVisits([from("a.example", "2025-10-15"), from("a.example", "2025-10-16")]);
      await store.deleteVisits("2025-10-16");
      expect(await store.listVisits("2000-01-01", "2100-01-01")).toEqual([from("a.example", "2025-10-16")]);
    });
  });
}
