import { expect, it } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { isAdvertisement } from "./spam.ts";

const links = (count: number) => "https://www.shop.example/cream ".repeat(count);
const offer = "We can rank your website #1 on Google. SEO and backlinks from $99.";

it.each([
  ["three links", { treatment: "", message: links(3) }, true],
  ["three links and a wish that the studio does not have", { treatment: "Web design", message: links(3) }, true],
  ["words of those who sell to websites", { name: "SEO Team", treatment: "", message: offer }, true],
  ["two links to a cream", { treatment: "", message: `May I keep using these? ${links(2)}` }, false],
  ["one known word, a client's trade", { treatment: "", message: "I work nights at the casino. Evenings?" }, false],
  ["three links and a treatment in its field", { treatment: "facial", message: links(3) }, false],
  [
    "three links and a treatment in the message",
    { treatment: "", message: `Is a Facial like these? ${links(3)}` },
    false,
  ],
])("A request with %s: %j reads like an advertisement: %s", (_, changes, expected) => {
  expect(isAdvertisement({ ...sampleRequest, ...changes }, ["Facial", "Microneedling"])).toBe(expected);
});

it("Where the treatments are not known, a request that names one is left alone", () => {
  const request = { ...sampleRequest, message: links(3) };
  expect([isAdvertisement(request), isAdvertisement({ ...request, treatment: "" })]).toEqual([false, true]);
});
