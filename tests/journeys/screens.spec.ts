import type { Page } from "@playwright/test";
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

const targets = (links: import("@playwright/test").Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));

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

test("Home introduces the practitioner, the values and the paths", async ({ page }) => {
  await visit(page, "/");
  const { hero, valuesLabel, values, paths: intro, questions, close } = pages.home;
  const main = page.getByRole("main");
  const first = main.locator("section").first();
  await expect(first.getByRole("link", { name: hero.button })).toHaveAttribute("href", "/contact");
  await expect(main.getByRole("region", { name: valuesLabel }).getByRole("heading")).toHaveText(
    values.map(({ title }) => title),
  );
  const cards = main.getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText(paths.map(({ title }) => title));
  for (const card of await cards.all()) {
    await expect(card.getByRole("link", { name: intro.more })).toHaveAttribute("href", "/treatments");
  }
  await expect(main.getByRole("link", { name: intro.button })).toHaveAttribute("href", "/treatments");
  await expect(main.locator("dt")).toHaveText(questions.items.map(({ question }) => question));
  await expect(main.getByRole("link", { name: close.button, exact: true })).toHaveAttribute("href", "/contact");
});

test("About shows the years and the devices, and ends with a link to ask for a consultation", async ({ page }) => {
  await visit(page, "/about");
  const { experience, equipment, approach, close } = pages.about;
  const main = page.getByRole("main");
  await expect(main).toContainText(`${experience.years} ${experience.unit}`);
  const { credentials, registration, insurance, languages, household } = site.more;
  await expect(main.locator("dt")).toHaveText([
    ...[credentials, registration, insurance, languages],
    ...[...equipment.items, ...approach.items].map(({ title }) => title),
    household,
  ]);
  await expect(main).toContainText(studio.more?.credentials ?? "none");
  await expect(main.locator("section").last().getByRole("link").first()).toHaveText(close.button);
  await expect(main.getByRole("link", { name: close.button })).toHaveAttribute("href", "/contact");
  await expect(main.getByRole("heading", { level: 2 })).toHaveCount(6);
});

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

    const under = (heading: string) =>
      main.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
    for (const situation of offered ? situationNames : []) {
      const { answer, reason } = treatment.suitability[situation];
      const name = shared.can.situations[situation];
      const named = page.locator(`b:text-is(${JSON.stringify(name)})`);
      const answered = page.locator("#can details").filter({ has: named });
      await expect(answered.locator("summary")).toContainText(answer);
      await expect(answered.locator("p").filter({ has: named })).toHaveText(`${name}: ${reason}`);
    }
    if (offered) {
      await page.locator("#can summary").first().click();
      await expect(page.locator("#can p").nth(1)).toBeVisible();
    }
    await expect(under(body.whatIs.heading).locator("p")).toHaveCount(2);
    await expect(under(shared.stepsHeading).locator("strong")).toHaveText(
      offered ? body.steps.map(({ label }) => label) : [],
    );
    await expect(under(shared.benefitsHeading).getByRole("listitem")).toHaveText(
      offered ? body.benefits.items.map(plainText) : [],
    );
    if (offered) {
      await expect(under(before.heading).getByRole("heading", { name: before.after })).toBeVisible();
      await page.getByText(before.shared).click();
      await expect(under(before.heading).getByRole("listitem")).toHaveText([
        ...[...body.before.notDone, ...body.before.askDoctor, ...body.before.tellMe].map(plainText),
        ...before.core,
        before.consent,
      ]);
    }
    await expect(under(risks.heading).getByRole("heading", { level: 3 })).toHaveText([
      risks.usual,
      risks.rare,
      ...(body.risks.firstAid.length ? [risks.firstAid] : []),
      risks.worry,
    ]);
    await expect(under(risks.heading).getByRole("listitem")).toContainText([
      ...body.risks.usual.map(plainText),
      ...body.risks.rare.map(plainText),
      ...[...body.risks.firstAid, ...body.risks.worry].flatMap((block) =>
        block.kind === "list" ? block.items.map(plainText) : [],
      ),
    ]);
    for (const text of risks.always) await expect(under(risks.heading)).toContainText(text);
    await expect(under(shared.related).getByRole("listitem")).toHaveText(
      treatment.related
        .filter((name) => !treatments.get(name)?.notOffered)
        .map((name) => new RegExp(treatments.get(name)?.name ?? "none")),
    );
    for (const text of [treatment.performedBy, treatment.licence, treatment.priceFrom, treatment.reviewedBy?.name]) {
      if (text) await expect(main.getByText(text)).toBeVisible();
    }
    await expect(main.locator("div:has(> h1) + p")).toContainText(
      offered ? treatment.summary : shared.notOffered.heading,
    );
    await expect(main.locator("a[href='/contact']")).toHaveText(offered ? [treatment.button ?? shared.button] : []);
  });
}

test("Results shows its cards, and its disclaimer after the first of them", async ({ page }) => {
  await visit(page, "/results");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(pages.results?.heading ?? "");
  await expect(page.locator("h1 ~ p")).toHaveText([pages.results?.drawn ?? ""]);
  await expect(page.locator("figure:first-of-type + p")).toHaveText(pages.results?.disclaimer ?? "");
  const cards = page.getByRole("figure");
  const shown = await cards.evaluateAll((all) =>
    all.map((card) => [...card.querySelectorAll("figcaption > *")].map(({ textContent }) => textContent)),
  );
  const { tag = "", photographs } = pages.results ?? {};
  expect(shown).toEqual(
    results.map(({ treatment, area, duration, note, shows }) => [
      ...[treatment, duration, area],
      ...("drawing" in shows ? [tag] : [photographs?.tag]),
      ...(note ? [note] : []),
      ...("drawing" in shows ? [] : [photographs?.note]),
    ]),
  );
  const drawings = page.getByRole("img", { name: new RegExp(`^${tag}: `) });
  await expect(drawings).toHaveCount(results.filter(({ shows }) => "drawing" in shows).length);
  // A photographed pair is as large as a drawn one.
  const heights = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.firstElementChild?.getBoundingClientRect().height ?? 0)),
  );
  expect(new Set(heights).size).toBe(1);
  await expect(page.getByRole("heading", { name: pages.results?.close.heading ?? "" })).toBeVisible();
});

test("the reviews show their stars, none is called a sample, and a link leads to more", async ({ page }) => {
  await visit(page, "/testimonials");
  const cards = page.getByRole("main").getByRole("figure");
  const shown = testimonials.filter((review) => !review.for?.some((slug) => treatments.get(slug)?.notOffered));
  await expect(cards).toHaveCount(shown.length);
  const { stars, tag, notice, reviews, close } = pages.testimonials;
  const widths = new Map<number, number>();
  for (const [at, { name, treatment, rating, text }] of shown.entries()) {
    const card = cards.nth(at);
    const drawn = card.getByRole("img", { name: stars.replace("{rating}", String(rating)) });
    await expect(drawn).toBeVisible();
    widths.set(rating, (await drawn.boundingBox())?.width ?? 0);
    await expect(card.locator("blockquote")).toHaveText(text);
    await expect(card.locator("figcaption > :not(svg)")).toHaveText([name, treatment]);
  }
  for (const [rating, width] of widths) expect(width / rating).toBeCloseTo((widths.get(5) ?? 0) / 5, 1);
  await expect(page.getByText(tag)).toHaveCount(0);
  await expect(page.getByText(notice)).toHaveCount(0);
  const button = page.getByRole("link", { name: reviews });
  await expect(button).toHaveAttribute("target", "_blank");
  await expect(button).toHaveAttribute("href", studio.reviews.url);
  await expect(page.getByRole("heading", { name: close.heading })).toBeVisible();
});

test("Contact has the form and both side cards", async ({ page }) => {
  await visit(page, "/contact");
  const { form, visit: card, expect: expected, heading } = pages.contact;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([form.heading, card.heading, expected.heading]);
  await expect(main).toContainText(studio.visits);
  for (const item of expected.items) await expect(main).toContainText(item);
  for (const name of optionalFacts.slice(optionalFacts.indexOf("parking")).filter((fact) => fact !== "household")) {
    await expect(main.locator("dt").getByText(site.more[name], { exact: true })).toBeVisible();
    await expect(main).toContainText(studio.more?.[name] ?? "none");
  }

  const sent = main.locator("#sent");
  await expect(sent).toContainText(form.success.later);
  await expect(sent.locator(`a[href='tel:${dialledNumber(studio)}']`)).toHaveCount(1);

  const { name, email, phone, treatment, message } = form.fields;
  const field = (label: string) => page.getByLabel(label);
  await expect(field(name.label)).toHaveAttribute("autocomplete", "name");
  await expect(field(email.label)).toHaveAttribute("type", "email");
  await expect(field(email.label)).toHaveAttribute("autocomplete", "email");
  await expect(field(phone.label)).toHaveAttribute("type", "tel");
  await expect(field(phone.label)).toHaveAttribute("autocomplete", "tel");
  for (const { label } of [name, email, phone]) await expect(field(label)).toHaveAttribute("required");
  await expect(field(`${treatment.label} ${form.optional}`)).toHaveAttribute(
    "placeholder",
    treatment.placeholder ?? "",
  );
  await expect(field(`${message.label} ${form.optional}`)).not.toHaveAttribute("required");
});

test("the privacy policy has its sections and its date", async ({ page }) => {
  await visit(page, "/privacy");
  const { sections, lastUpdatedLabel } = pages.privacy;
  const headings = sections.map(({ heading }) => heading);
  await expect(page.getByText(`${lastUpdatedLabel} 15 November 2026`)).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(headings);
  await expect(page.getByRole("main").getByRole("navigation").getByRole("link")).toHaveText(headings);
  await expect(page.getByRole("main")).toContainText(studio.email.value);
  await expect(page.getByRole("main")).not.toContainText("{");
});

test("the 404 page says so and links home", async ({ page, pageErrors }) => {
  await visit(page, "/treatments/nope");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveAttribute("href", "/");
  pageErrors.splice(0);
});
