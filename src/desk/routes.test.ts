import { expect, it } from "vitest";
import { type DeskRoute, parseRoute, validReference, wantedStart, wantedTime } from "./routes.ts";

it.each<[string, DeskRoute | null]>([
  ["/desk", { page: "list" }],
  ["/desk/", { page: "list" }],
  ["/desk/requests/K7QF3M2P", { page: "request", reference: "K7QF3M2P" }],
  ["/desk/r/K7QF3M2P.a-_b", { page: "email link", signedName: "K7QF3M2P.a-_b" }],
  ["/desk/requests/K7QF3M2", null],
  ["/desk/requests/k7qf3m2p", null],
  ["/desk/requests/K7QF3M2P/", null],
  ["/desk/nowhere", null],
])("The path %s means %j", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

it("What an address asks for is read only in the format that the desk writes", () => {
  expect(["K7QF3M2P", "K7QF3M2", "K7QF3M20", "", null].map(validReference)).toEqual(["K7QF3M2P", "", "", "", ""]);
  expect(["1763403600000", "8640000000000001", "1e9", "-1", "", null].map(wantedTime)).toEqual([
    1763403600000,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(["25", "9999999", "99999999", "x", "", null].map(wantedStart)).toEqual([25, 9_999_999, 0, 0, 0, 0]);
});
