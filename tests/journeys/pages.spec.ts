import type { Locator, Page } from "@playwright/test";
import { dialledNumber } from "../../src/content/phone.ts";
import { plainText } from "../../src/content/schemas/prose.ts";
import { optionalFacts } from "../../src/content/schemas/studio-schemas.ts";
import { situationNames } from "../../src/content/schemas/treatment-schema.ts";
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
  await expect(quick).toHaveText(site.footer.links.map(({ label }) => label));
  expect(await targets(quick)).toEqual(site.footer.links.map(({ to }) => to));
  await expect(footer).toContainText(`${studio.address.city}, ${studio.address.province}`);
  await expect(footer).toContainText(studio.visits);
  await expect(footer.locator(`a[href='mailto:${studio.email.value}']`)).toHaveCount(1);
  await expect(footer.locator(`a[href='tel:${dialledNumber(studio)}']`)).toHaveCount(1);
  await expect(footer.locator("a[target=_blank][rel~=noopener]")).toContainText(site.newTab);
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
    await expect(section.locator("a[href='/contact']")).toHaveText([button]);
    await expect(section.getByRole("listitem")).toHaveCount(items.length);
    for (const item of items) {
      const shown = section.getByRole("listitem").filter({
        has: page.getByText("slug" in item ? (treatments.get(item.slug)?.name ?? "") : item.name),
      });
      const linked = "slug" in item ? [`/treatments/${item.slug}`] : [];
      expect(await targets(shown.getByRole("link"))).toEqual(linked);
      // A treatment has its picture in its own path; elsewhere its link ends in an arrow.
      const isAtHome = "slug" in item && treatments.get(item.slug)?.path === id;
      await expect(shown.locator("a svg")).toHaveCount(isAtHome ? 1 : 0);
      await expect(shown.getByText("→")).toHaveCount(linked.length && !isAtHome ? 1 : 0);
    }
  }
});

test("Treatments answers for every treatment who can have it, in a table and by situation", async ({ page }) => {
  await visit(page, "/treatments");
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 700 });
  const { situations } = pages.treatment.can;
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    pages.treatments.can.treatment,
    ...Object.values(situations),
  ]);
  const offered = [...treatments.values()].filter(({ notOffered }) => !notOffered);
  for (const { name, slug, suitability } of offered) {
    const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    const answers = situationNames.map((situation) => suitability[situation].answer);
    await expect(row.getByRole("cell")).toHaveText(answers);
    await expect(row.getByRole("link")).toHaveAttribute("href", `/treatments/${slug}`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(table).toBeHidden();
  const fold = page.locator("main details").filter({ hasText: situations.pregnant });
  await fold.locator("summary").click();
  const named = offered.filter(({ suitability }) => suitability.pregnant.answer === "Yes");
  await expect(fold.locator("dd").first().getByRole("link")).toHaveText(named.map(({ name }) => name));
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
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: shared.back }).first()).toHaveAttribute("href", "/treatments");
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([
      shared.factsHeading,
      ...(offered ? [shared.can.heading] : []),
      body.whatIs.heading,
      ...(offered ? [shared.stepsHeading, shared.benefitsHeading] : []),
      risks.heading,
      ...(offered ? [before.heading] : []),
      shared.related,
    ]);
    const last = (["frequency", "plan", "timeline"] as const).find((field) => treatment[field]) ?? "plan";
    const fields = ["duration", "downtime", "comfort", last] as const;
    await expect(main.locator("dt")).toHaveText(fields.map((field) => labels[field]));
    await expect(main.locator("dt + dd")).toHaveText(fields.map((field) => treatment[field]?.value ?? ""));

    const { performedBy, licence, priceFrom, reviewedBy } = treatment;
    const always = [performedBy, licence, priceFrom, reviewedBy?.name, ...risks.always].filter((text) => text);
    for (const text of [...always, offered ? treatment.summary : shared.notOffered.heading])
      await expect(main).toContainText(text ?? "");
    const under = (heading: string) =>
      main.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
    await expect(under(risks.heading).getByRole("heading", { level: 3 })).toHaveText([
      risks.usual,
      risks.rare,
      ...(body.risks.firstAid.length ? [risks.firstAid] : []),
      risks.worry,
    ]);
    const blocks = [...body.risks.firstAid, ...body.risks.worry];
    await expect(under(risks.heading).getByRole("listitem")).toContainText([
      ...[...body.risks.usual, ...body.risks.rare].map(plainText),
      ...blocks.flatMap((block) => (block.kind === "list" ? block.items.map(plainText) : [])),
    ]);
    const related = treatment.related.filter((name) => !treatments.get(name)?.notOffered);
    await expect(under(shared.related).getByRole("listitem")).toContainText(
      related.map((name) => treatments.get(name)?.name ?? "none"),
    );
    await expect(main.locator("a[href='/contact']")).toHaveText(offered ? [treatment.button ?? shared.button] : []);
    if (!offered) return;

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

test("Results shows its cards, alike in size, and its disclaimer after the first of them", async ({ page }) => {
  await visit(page, "/results");
  const { heading = "", drawn = "", disclaimer = "", tag = "", photographs, close } = pages.results ?? {};
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.locator("h1 ~ p")).toHaveText([drawn]);
  await expect(page.locator("figure:first-of-type + p")).toHaveText(disclaimer);
  const cards = await page.getByRole("figure").evaluateAll((all) =>
    all.map((card) => ({
      height: Math.round(card.firstElementChild?.getBoundingClientRect().height ?? 0),
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
  expect(new Set(cards.map(({ height }) => height)).size).toBe(1);
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
  await expect(button).toHaveAttribute("href", studio.reviews.url);
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
