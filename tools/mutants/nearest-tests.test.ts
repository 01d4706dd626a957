import { expect, test } from "vitest";
import { traceTests } from "./nearest-tests.ts";

const { isTestKit, nearestTests } = traceTests(
  new Map([
    ["store/store.ts", ""],
    ["store/worker.ts", 'import { save } from "./store.ts";'],
    ["store/open.ts", 'new Worker(new URL("./worker.ts", import.meta.url));'],
    ["store/a.test.ts", 'import { open } from "./open.ts";'],
    ["store/open.test.ts", 'import { open } from "./open.ts";'],
    ["store/store.test.ts", 'import { save } from "./store.ts"; import { sample } from "./sample.ts";'],
    ["store/sample.ts", ""],
    ["checks/store.test.ts", 'import { save } from "../store/store.ts";'],
    ["commands/list.ts", 'import { open } from "../store/open.ts";'],
    ["commands/list.test.ts", 'spawnSync(process.execPath, ["commands/list.ts"]);'],
    ["checks/walls.test.ts", `const forbidden = 'import { save } from "../store/store.ts";';`],
    ["checks/list.built.test.ts", 'import { save } from "../store/store.ts";'],
  ]),
);

test("tests reach a file by imports, workers and commands, the nearest first", () => {
  expect(nearestTests("store/store.ts")).toEqual([
    "store/store.test.ts",
    "store/a.test.ts",
    "store/open.test.ts",
    "checks/store.test.ts",
    "commands/list.test.ts",
  ]);
  expect(nearestTests("store/open.ts")[0]).toBe("store/open.test.ts");
});

test("a file that only tests import belongs to the test kit", () => {
  expect(["store/sample.ts", "store/store.test.ts"].map(isTestKit)).toEqual([true, true]);
  expect(["store/store.ts", "store/open.ts", "commands/list.ts"].map(isTestKit)).toEqual([false, false, false]);
});
