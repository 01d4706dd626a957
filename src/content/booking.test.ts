import { describe, expect, test } from "vitest";
import { bookingBlockers } from "./booking.ts";
import type { Content } from "./content.ts";
import { readContent } from "./read-content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

type Gate = Content["studio"]["gates"][string];

const { studio, treatments } = readContent("tests/example-studio");
const sample = treatments.get("collagen-needling") as Treatment;
const answered = { question: "May it be offered here?", answer: "Yes.", date: "2026-12-01", initials: "CV" };
const unanswered = { question: "May it be offered here?", answer: null, date: null, initials: null };
const address = "https://www.tideline.test";

const reasons = (gates: Record<string, Gate>, change: Partial<Treatment> = {}, site = address) =>
  bookingBlockers({ studio: { ...studio, gates } }, { ...sample, gates: ["Q2"], bookable: true, ...change }, site);

describe("booking on a public site", () => {
  const no = ['Q2 has no "offer: yes"'];
  test.each<[string, Record<string, Gate>, string[]]>([
    ["a treatment may be booked once its question has its yes", { Q2: { ...answered, offer: true } }, []],
    ["a treatment may not be booked when the answer is no", { Q2: { ...answered, offer: false } }, no],
    ["a treatment may not be booked while its question is unanswered", { Q2: { ...unanswered, offer: null } }, no],
    ["a treatment may not be booked by an answer without its yes", { Q2: { ...answered, offer: null } }, no],
    ["a treatment may not be booked when the question it names does not exist", {}, no],
    ["a treatment may be booked when its question does not ask whether it may be offered", { Q2: answered }, []],
    [
      "a treatment may be booked whatever is open for other treatments",
      { Q2: { ...answered, offer: true }, Q9: { ...unanswered, offer: null } },
      [],
    ],
  ])("%s", (_, gates, expected) => {
    expect(reasons(gates)).toEqual(expected);
  });

  test("a treatment may be booked only when every question it names has its yes", () => {
    const gates: Record<string, Gate> = { Q2: { ...answered, offer: true }, Q5: { ...unanswered, offer: null } };
    expect(reasons(gates, { gates: ["Q2", "Q5"] })).toEqual(['Q5 has no "offer: yes"']);
  });

  test("a treatment may not be booked until its file says who performs it, where the question needs that", () => {
    const gates: Record<string, Gate> = { Q2: { ...answered, offer: true, needs: "performedBy" } };
    expect(reasons(gates, { performedBy: undefined })).toEqual(["Q2 asks for performedBy in its file"]);
    expect(reasons(gates, { performedBy: "Cerys Vaughan" })).toEqual([]);
  });

  test("a treatment may not be booked when its file says no, and every reason is given", () => {
    const gates: Record<string, Gate> = { Q2: { ...unanswered, offer: null, needs: "performedBy" } };
    expect(reasons(gates, { bookable: false, performedBy: undefined })).toEqual([
      "its file says bookable: false",
      'Q2 has no "offer: yes"',
      "Q2 asks for performedBy in its file",
    ]);
  });
});

test.each(["http://localhost:3000", "https://localhost:3000", "https://127.0.0.1"])(
  "while the site is tried out at %s, only the treatment's own file is asked",
  (site) => {
    const gates: Record<string, Gate> = { Q2: { ...unanswered, offer: null } };
    expect(reasons(gates, {}, site)).toEqual([]);
    expect(reasons(gates, { bookable: false }, site)).toEqual(["its file says bookable: false"]);
  },
);
