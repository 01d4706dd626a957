import { expect, test } from "vitest";
import { checkAcrossFiles, checkLinks } from "./check-across-files.ts";
import type { Content } from "./content.ts";
import { readContent } from "./read-content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

const folder = "tests/example-studio";
const consistent = readContent(folder);
const treatmentOf = ({ treatments }: Content) => treatments.get("blue-light") as Treatment;

function problemsAfter(change: (content: Content) => void): string[] {
  const content = structuredClone(consistent);
  change(content);
  const found: string[] = [];
  for (const check of [checkAcrossFiles.bind(null, folder), checkLinks])
    check(content, (file, message, field) => void found.push(`${file} ${field}: ${message}`));
  return found;
}

const [first, second] = consistent.paths;
const noPath = (field: string) =>
  `'${field}' is 'clearer', which is none of the paths in paths.yaml. Did you mean 'clear'? Use one of: clear, calm, renew.`;
const noPicture = (field: string, name = "abuot") =>
  `'${field}' names the picture '${name}', but tests/example-studio/images has none of that name.${name === "abuot" ? " Did you mean 'about'?" : ""} Add it or correct the name.`;

test("files that fit together have no problem", () => {
  expect(problemsAfter(() => {})).toEqual([]);
});

test.each<[string, (content: Content) => unknown, string[]]>([
  [
    "a phone number of an unknown country",
    ({ studio }) => Object.assign(studio.address, { country: "XX" }),
    ["studio.yaml phone: 'phone' has no country code, and that of XX is not known here. Write it with + and the code."],
  ],
  [
    "a North American number with a digit too few",
    ({ studio }) => Object.assign(studio.phone, { value: "+1 780 555 014" }),
    ["studio.yaml phone: 'phone' has 9 digits, and a number needs ten. Is one missing?"],
  ],
  ["a North American number", ({ studio }) => Object.assign(studio.phone, { value: "+1 780 555 0142" }), []],
  [
    "a treatment that is listed twice",
    ({ paths }) => paths[0]?.treatments.push(...(paths[0]?.treatments.slice(0, 1) ?? [])),
    [`paths.yaml paths[1].treatments: '${first?.title}' lists 'sea-clay-facial' twice. Take one line out.`],
  ],
  [
    "a treatment that does not exist",
    ({ paths }) => paths[1]?.treatments.push({ slug: "blue-lihgt", line: "" }),
    [
      `paths.yaml paths[2].treatments[${(second?.treatments.length ?? 0) + 1}].slug: '${second?.title}' lists 'blue-lihgt', but there is no tests/example-studio/treatments/blue-lihgt.md. Did you mean 'blue-light'? Correct the slug or take the line out.`,
    ],
  ],
  [
    "two paths with one id",
    ({ paths, pages }) => {
      paths.push({ ...(paths[0] as Content["paths"][0]), treatments: [] });
      pages.treatments.description = "";
    },
    ["paths.yaml paths: two paths have the id 'clear'. Give one of them another."],
  ],
  [
    "a review, a result and a device of no path",
    ({ testimonials, results, pages }) => {
      for (const one of [testimonials[0], results[1], pages.about.equipment.items[0]])
        Object.assign(one ?? {}, { path: "clearer" });
    },
    [
      `testimonials.yaml testimonials[1].path: ${noPath("testimonials[1].path")}`,
      `results.yaml results[2].path: ${noPath("results[2].path")}`,
      `pages/about.yaml equipment.items[1].path: ${noPath("equipment.items[1].path")}`,
    ],
  ],
  [
    "related treatments that are the page itself, or none",
    (content) => Object.assign(treatmentOf(content), { related: ["blue-light", "nothing-at-all"] }),
    [
      "treatments/blue-light.md related: 'related' names 'blue-light', which is this page itself. Correct it or take it out.",
      "treatments/blue-light.md related: 'related' names 'nothing-at-all', which has no page. Correct it or take it out.",
    ],
  ],
  [
    "words that wait for a question that does not exist",
    ({ claims }) =>
      claims.untilAnswered.push({ say: "lower prices", question: "Q99" }, { say: "best", question: "Q1" }),
    ["claims.yaml untilAnswered: 'lower prices' waits for Q99, but studio.yaml has no such question."],
  ],
  [
    "pictures that do not exist",
    ({ pages, paths, results, images, ...content }) => {
      for (const one of [pages.home.hero, pages.about, pages.contact, paths[1], treatmentOf({ ...content } as Content)])
        Object.assign(one ?? {}, { picture: "abuot" });
      Object.assign(pages.about, { portrait: { picture: "abuot" } });
      Object.assign(results[0] ?? {}, { shows: { before: "abuot", after: "nothing-at-all", consent: "" } });
      Object.assign(images.hero ?? {}, { phone: "abuot" });
    },
    [
      `pages/home.yaml hero.picture: ${noPicture("hero.picture")}`,
      `pages/about.yaml picture: ${noPicture("picture")}`,
      `pages/about.yaml portrait.picture: ${noPicture("portrait.picture")}`,
      `pages/contact.yaml picture: ${noPicture("picture")}`,
      `paths.yaml paths[2].picture: ${noPicture("paths[2].picture")}`,
      `treatments/blue-light.md picture: ${noPicture("picture")}`,
      `results.yaml results[1].shows.before: ${noPicture("results[1].shows.before")}`,
      `results.yaml results[1].shows.after: ${noPicture("results[1].shows.after", "nothing-at-all")}`,
      `images/images.yaml hero.phone: ${noPicture("hero.phone")}`,
    ],
  ],
  [
    "a picture without words, on two pages",
    ({ images }) => delete images.contact,
    [
      "images/images.yaml contact: 'contact' has no alt text. Add a line such as: contact: { alt: What the picture shows }",
    ],
  ],
  [
    "words for a picture that does not exist",
    ({ images }) => Object.assign(images, { "nothing-at-all": { alt: "Nothing" } }),
    [`images/images.yaml nothing-at-all: ${noPicture("nothing-at-all", "nothing-at-all")}`],
  ],
  ...(
    [
      ["/treatments#clear", null],
      ["#main", null],
      ["/treatments#claer", "that page has no such place. Did you mean 'clear'? Correct it."],
      ["/abuot", "there is no such page. Did you mean '/about'? Correct the address."],
    ] as const
  ).map(([to, wrong]): [string, (content: Content) => unknown, string[]] => [
    `a link to ${to}`,
    ({ site }) => Object.assign(site.navigation[1] ?? {}, { to }),
    wrong ? [`site.yaml navigation[2].to: a link leads to '${to}', but ${wrong}`] : [],
  ]),
])("%s is judged", (_, change, expected) => {
  expect(problemsAfter(change)).toEqual(expected);
});
