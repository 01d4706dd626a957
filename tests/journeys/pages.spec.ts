import type { Locator, Page } from "@playwright/test";
import { dialledNumber } from "../../src/content/phone.ts";
import { plainText } from "../../src/content/schemas/prose.ts";
import { optionalFacts } from "../../src/content/schemas/studio-schemas.ts";
import { situationNames, verdicts } from "../../src/content/schemas/treatment-schema.ts";
import { addSharedLines } from "../../src/content/shared-lines.ts";
import { content, expect, slugs, sharedTabTest as test } from "../kit/site-fixtures.ts";

// Each page shows the studio's content in the HTML that is sent.
test.use({ javaScriptEnabled: false });

const { studio, site, paths, pages, treatments, results, testimonials } = content;

/** Opens a page and expects its heading. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const targets = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));

test("every page has the navigation bar, its button and a footer with every contact detail", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/privacy");
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("listitem").getByRole("link")).toHaveText(site.navigation.map(({ label }) => label));
  expect(await targets(bar.getByRole("listitem").getByRole("link"))).toEqual(site.navigation.map(({ to }) => to));
  await expect(bar.getByRole("link", { name: site.book })).toHaveAttribute("href", "/contact");
  await expect(page.getByRole("banner").getByRole("link", { name: studio.shortName })).toHaveAttribute("href", "/");

  const footer = page.getByRole("contentinfo");
  const quick = footer.getByRole("navigation", { name: site.footer.linksHeading }).getByRole("link");
  const own = [pages.prices?.link ?? "", pages.news?.link ?? ""];
  await expect(quick).toHaveText([...site.footer.links.map(({ label }) => label), ...own]);
  expect(await targets(quick)).toEqual([...site.footer.links.map(({ to }) => to), "/prices", "/news"]);
  await expect(footer).toContainText(`${studio.address.city}, ${studio.address.province}`);
  await expect(footer).toContainText(studio.visits);
  await expect(footer.locator(`a[href='mailto:${studio.email.value}']`)).toHaveCount(1);
  await expect(footer.locator(`a[href='tel:${dialledNumber(studio)}']`)).toHaveCount(1);
  await expect(footer.locator("a[target=_blank][rel~=noopener]")).toContainText(studio.social.map(() => site.newTab));
  await expect(footer).toContainText(site.footer.results);
  await expect(footer.getByRole("link", { name: site.footer.privacy })).toHaveAttribute("href", "/privacy");
});

const { hero, values, paths: intro, questions, close: homeClose } = pages.home;
const { experience, equipment, approach, close: aboutClose } = pages.about;
const { credentials, registration, insurance, languages, household } = site.more;
const { form, visit: card, expect: expected } = pages.contact;
const contactFacts = optionalFacts.slice(optionalFacts.indexOf("parking")).filter((fact) => fact !== "household");
const privacyHeadings = pages.privacy.sections.map(({ heading }) => heading);

/** What each page shows of its studio's content: terms in their order, words, and where its links lead. */
const shown: { path: string; terms?: string[]; words: string[]; links?: Record<string, string> }[] = [
  {
    path: "/",
    terms: questions.items.map(({ question }) => question),
    words: [...values, ...paths].map(({ title }) => title),
    links: {
      [hero.button]: "/contact",
      [intro.more]: "/treatments",
      [intro.button]: "/treatments",
      [homeClose.button]: "/contact",
    },
  },
  {
    path: "/about",
    terms: [
      ...[credentials, registration, insurance, languages],
      ...[...equipment.items, ...approach.items].map(({ title }) => title),
      household,
    ],
    words: [`${experience.years} ${experience.unit}`, studio.more?.credentials ?? "none"],
    links: { [aboutClose.button]: "/contact" },
  },
  {
    path: "/contact",
    words: [
      ...[pages.contact.heading, form.heading, card.heading, expected.heading, studio.visits, form.success.later],
      ...expected.items,
      ...contactFacts.flatMap((name) => [site.more[name], studio.more?.[name] ?? "none"]),
    ],
  },
  {
    path: "/privacy",
    words: [`${pages.privacy.lastUpdatedLabel} 15 November 2026`, ...privacyHeadings, studio.email.value],
    links: Object.fromEntries(pages.privacy.sections.map(({ heading, id }) => [heading, `#${id}`])),
  },
  { path: "/nope", words: ["404", "Oops! Page not found"], links: { [site.notFound.button]: "/" } },
];

for (const { path, terms, words, links = {} } of shown) {
  test(`${path} shows what its studio has written, and its links lead on`, async ({ page, pageErrors }) => {
    await visit(page, path);
    const main = page.getByRole("main");
    if (terms) await expect(main.locator("dt")).toHaveText(terms);
    for (const text of words) await expect(main).toContainText(text);
    for (const [name, to] of Object.entries(links)) {
      const found = await targets(main.getByRole("link", { name }));
      expect(new Set(found), name).toEqual(new Set([to]));
    }
    await expect(main).not.toContainText("{");
    if (path === "/nope") pageErrors.splice(0);
  });
}

test("Treatments lists the paths, each with its own button, and links the treatments that have a page", async ({
  page,
}) => {
  await visit(page, "/treatments");
  const cards = page.getByRole("navigation", { name: pages.treatments.indexLabel }).getByRole("link");
  expect(await targets(cards)).toEqual(paths.map(({ id }) => `#${id}`));
  for (const { id, button, treatments: items } of paths) {
    const section = page.locator(`section#${id}`);
    await expect(section.getByRole("heading", { level: 2 })).toHaveCount(1);
    await expect(section.locator(`a[href='/contact?about=${id}']`)).toHaveText([button]);
    await expect(section.getByRole("listitem")).toHaveCount(items.length);
    for (const item of items) {
      const shown = section.getByRole("listitem").filter({
        has: page.getByText("slug" in item ? (treatments.get(item.slug)?.name ?? "") : item.name),
      });
      const linked = "slug" in item ? [`/treatments/${item.slug}`] : [];
      expect(await targets(shown.getByRole("link"))).toEqual(linked);
      // A link has an arrow: in its own path a treatment's row draws it, elsewhere it stands in the words.
      const arrows = await shown.locator("a").evaluateAll((links) =>
        links.map((link) => {
          const name = link.querySelector("b");
          return (link.textContent + (name ? getComputedStyle(name, "::after").content : "")).split("→").length - 1;
        }),
      );
      expect(arrows).toEqual(linked.map(() => 1));
    }
  }
});

test("a choice on Treatments marks each row with its answer and counts them, and one choice clears it", async ({
  page,
}) => {
  await visit(page, "/treatments");
  const offered = [...treatments.values()].filter(({ notOffered }) => !notOffered);
  const { heading, none } = pages.treatments.can;
  const choices = page.getByRole("group", { name: heading });
  const choose = (name: string) => choices.getByLabel(name, { exact: true }).check();
  const counted = page.getByRole("status").locator("b:visible");
  const answers = async () =>
    Object.fromEntries(
      await page.locator("section[data-path] li > a[data-answers]").evaluateAll((rows) =>
        rows.map((row) => {
          const { content } = getComputedStyle(row, "::after");
          return [row.getAttribute("href"), content.replaceAll('"', "")];
        }),
      ),
    );
  for (const situation of situationNames) {
    await choose(pages.treatment.can.situations[situation]);
    const given = offered.map(({ slug, suitability }) => [slug, suitability[situation].answer] as const);
    const count = (answer: string) => `${given.filter((one) => one[1] === answer).length} ${answer.toLowerCase()}`;
    await expect(counted).toHaveText([verdicts.map(count).join(", ")]);
    const expected = given.map(([slug, answer]) => [`/treatments/${slug}`, answer]);
    expect(await answers()).toEqual(Object.fromEntries(expected));
  }
  await choose(none);
  await expect(counted).toHaveCount(0);
  expect(new Set(Object.values(await answers()))).toEqual(new Set(["none"]));
});

test("Treatments answers for every treatment who can have it, in a folded table that fits a phone", async ({
  page,
}) => {
  await visit(page, "/treatments");
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const table = page.getByRole("table");
  await expect(table).toBeHidden();
  await page.getByText(pages.treatments.can.table).click();
  await expect(table.getByRole("columnheader")).toHaveText([
    pages.treatments.can.treatment,
    ...Object.values(pages.treatment.can.situations),
  ]);
  for (const { name, suitability } of [...treatments.values()].filter(({ notOffered }) => !notOffered)) {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    await expect(row.getByRole("cell")).toHaveText(situationNames.map((situation) => suitability[situation].answer));
  }
  const spill = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(spill)).toBe(0);
  if (size) await page.setViewportSize(size);
});

for (const slug of slugs) {
  test(`/treatments/${slug} has every part of a treatment page`, async ({ page }) => {
    await visit(page, `/treatments/${slug}`);
    const treatment = treatments.get(slug);
    if (!treatment) throw new Error(`There is no ${slug}`);
    const body = addSharedLines(treatment, pages.treatment);
    const offered = !treatment.notOffered;
    const { labels, before, risks, ...shared } = pages.treatment;
    const effects = treatment.recovery ?? [];
    const drawn = offered && effects.length > 0;
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: shared.back }).first()).toHaveAttribute("href", "/treatments");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([
      shared.factsHeading,
      ...(drawn ? [shared.recovery?.heading ?? ""] : []),
      body.whatIs.heading,
      ...(offered ? [shared.stepsHeading, shared.benefitsHeading, shared.can.heading] : []),
      risks.heading,
      ...(offered ? [before.heading] : []),
      shared.related,
    ]);
    const last = (["frequency", "plan", "timeline"] as const).find((field) => treatment[field]) ?? "plan";
    const fields = ["duration", "downtime", "comfort", last] as const;
    await expect(main.locator("dt")).toHaveText(fields.map((field) => labels[field]));
    await expect(main.locator("dt + dd")).toHaveText(fields.map((field) => treatment[field]?.value ?? ""));

    const { performedBy, licence, priceFrom, reviewedBy } = treatment;
    const price = priceFrom;
    const always = [performedBy, licence, price, reviewedBy?.name, ...risks.always].filter((text) => text);
    for (const text of [...always, offered ? treatment.summary : shared.notOffered.heading])
      await expect(main).toContainText(text ?? "");
    const under = (heading: string) =>
      main.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
    await expect(under(risks.heading).getByRole("heading", { level: 3 })).toHaveText([
      ...(drawn ? [] : [risks.usual]),
      risks.rare,
      ...(body.risks.firstAid.length ? [risks.firstAid] : []),
      risks.worry,
    ]);
    const usual = effects.map(({ effect, lasts }) => `${effect}${drawn ? " " : ", "}${lasts}`);
    await expect(main.getByRole("table").getByRole("rowheader")).toHaveText(drawn ? usual : []);
    const listed = drawn ? [] : [...usual, ...body.risks.usual.map(plainText)];
    const blocks = [...body.risks.firstAid, ...body.risks.worry];
    await expect(under(risks.heading).getByRole("listitem")).toContainText([
      ...[...listed, ...body.risks.rare.map(plainText)],
      ...blocks.flatMap((block) => (block.kind === "list" ? block.items.map(plainText) : [])),
    ]);
    const related = treatment.related.filter((name) => !treatments.get(name)?.notOffered);
    await expect(main.getByRole("navigation", { name: shared.related }).getByRole("listitem")).toHaveText(
      related.map((name) => treatments.get(name)?.name ?? "none"),
    );
    const button = treatment.button ?? shared.button;
    await expect(main.locator("a[href^='/contact']:not([href*='#'])")).toHaveText(
      offered ? [button, site.book, button] : [],
    );
    if (!offered) return;
    // In the header, the page, the footer and the bottom bar.
    const book = page.locator("a[href^='/contact']:not([href*='#'], #nav li a)");
    expect(new Set(await targets(book))).toEqual(new Set([`/contact?about=${slug}`]));

    for (const situation of situationNames) {
      const { answer, reason } = treatment.suitability[situation];
      const name = shared.can.situations[situation];
      const named = page.locator(`b:text-is(${JSON.stringify(name)})`);
      const answered = page.locator("#can details").filter({ has: named });
      await expect(answered.locator("summary")).toContainText(answer);
      await expect(answered.locator("p").filter({ has: named })).toHaveText(`${name}: ${reason}`);
    }
    await page.locator("#can summary").first().click();
    await expect(page.locator("#can p").nth(1)).toBeVisible();
    await expect(under(shared.stepsHeading).locator("strong")).toHaveText(body.steps.map(({ label }) => label));
    await expect(under(shared.benefitsHeading).getByRole("listitem")).toHaveText(body.benefits.items.map(plainText));
    await page.getByText(before.shared).click();
    await expect(under(before.heading).getByRole("listitem")).toHaveText([
      ...[...body.before.notDone, ...body.before.askDoctor, ...body.before.tellMe].map(plainText),
      ...before.core,
      before.consent,
    ]);
  });
}

test("Results shows its cards, alike in width, and its disclaimer after the first of them", async ({ page }) => {
  await visit(page, "/results");
  const { heading = "", drawn = "", disclaimer = "", tag = "", photographs, close } = pages.results ?? {};
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.locator("h1 ~ p")).toHaveText([drawn]);
  await expect(page.locator("figure:first-of-type + p")).toHaveText(disclaimer);
  const cards = await page.getByRole("figure").evaluateAll((all) =>
    all.map((card) => ({
      width: Math.round(card.firstElementChild?.getBoundingClientRect().width ?? 0),
      words: [...card.querySelectorAll("figcaption > *")].map(({ textContent }) => textContent),
    })),
  );
  expect(cards.map(({ words }) => words)).toEqual(
    results.map(({ treatment, area, duration, note, shows }) => [
      ...[treatment, duration, area],
      "drawing" in shows ? tag : photographs?.tag,
      ...(note ? [note] : []),
      ...("drawing" in shows ? [] : [photographs?.note]),
    ]),
  );
  expect(new Set(cards.map(({ width }) => width)).size).toBe(1);
  const drawings = page.getByRole("img", { name: new RegExp(`^${tag}: `) });
  await expect(drawings).toHaveCount(results.filter(({ shows }) => "drawing" in shows).length);
  await expect(page.getByRole("heading", { name: close?.heading ?? "" })).toBeVisible();
});

test("the reviews show their stars, none is called a sample, and a link leads to more", async ({ page }) => {
  await visit(page, "/testimonials");
  const cards = page.getByRole("main").getByRole("figure");
  const shownReviews = testimonials.filter((one) => !one.for?.some((slug) => treatments.get(slug)?.notOffered));
  await expect(cards).toHaveCount(shownReviews.length);
  const { stars, tag, notice, reviews } = pages.testimonials;
  const starWidths = new Set<number>();
  for (const [at, { name, treatment, rating, text }] of shownReviews.entries()) {
    const card = cards.nth(at);
    const drawn = card.getByRole("img", { name: stars.replace("{rating}", String(rating)) });
    starWidths.add(Math.round(((await drawn.boundingBox())?.width ?? 0) / rating));
    await expect(card.locator("blockquote")).toHaveText(text);
    await expect(card.locator("figcaption > :not(svg)")).toHaveText([name, treatment]);
  }
  expect(starWidths.size).toBe(1);
  for (const sample of [tag, notice]) await expect(page.getByText(sample)).toHaveCount(0);
  const button = page.getByRole("link", { name: reviews });
  await expect(button).toHaveAttribute("target", "_blank");
  await expect(button).toHaveAttribute("href", studio.reviews?.url ?? "");
});

test("Contact asks for what the request needs, in fields that a phone can fill in", async ({ page }) => {
  await visit(page, "/contact");
  await expect(page.locator(`#sent a[href='tel:${dialledNumber(studio)}']`)).toHaveCount(1);
  const { name, email, phone, treatment, message } = form.fields;
  const expectField = async (label: string, attributes: Record<string, string>) => {
    for (const [attribute, value] of Object.entries(attributes))
      await expect(page.getByLabel(label)).toHaveAttribute(attribute, value);
  };
  await expectField(name.label, { autocomplete: "name", required: "" });
  await expectField(email.label, { type: "email", autocomplete: "email", required: "" });
  await expectField(phone.label, { type: "tel", autocomplete: "tel", required: "" });
  await expectField(`${treatment.label} ${form.optional}`, { placeholder: treatment.placeholder ?? "" });
  await expect(page.getByLabel(`${message.label} ${form.optional}`)).not.toHaveAttribute("required");
});
