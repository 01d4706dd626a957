import { expect, it } from "vitest";
import { describePrice } from "./price.ts";
import { readContent } from "./read-content.ts";

const { studio } = readContent("tests/example-studio");

it.each([
  ["95", {}, "£95"],
  ["From 95", {}, "From £95"],
  ["$95", {}, "$95"],
  ["95 CAD", {}, "95 CAD"],
  ["95", { per: "per session", tax: "VAT included" }, "£95 per session, VAT included"],
  ["95", { from: "From", tax: "VAT included" }, "From £95, VAT included"],
])("A price typed as %j, with %j said once for all, is shown as %s", (typed, pricing, shown) => {
  const { from, price } = describePrice(typed, { ...studio, pricing });
  expect(`${from} ${price}`.trim()).toBe(shown);
});
