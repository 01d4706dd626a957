import type { Page } from "@playwright/test";
import { slugs } from "../studio/slugs.ts";
import { expect, shared as test } from "./fixtures.ts";

// What the specification says of each screen, found in the page as it is sent.
test.use({ javaScriptEnabled: false });

/** Whatever else it says, the page can be read. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("every page has the navigation bar, its button and a footer with every way to reach the studio", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit(page, "/privacy");
  const bar = page.getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("listitem")).toHaveText(["Home", "About", "Treatments", "Testimonials", "Contact"]);
  await expect(bar.getByRole("link", { name: "Book Consultation" })).toHaveAttribute("href", "/contact");

  const footer = page.getByRole("contentinfo");
  const quick = footer.getByRole("navigation", { name: "Quick Links" }).getByRole("link");
  await expect(quick).toHaveText(["About Us", "Services", "Results", "Book Consultation"]);
  expect(await quick.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "/about",
    "/treatments",
    "/results",
    "/contact",
  ]);
  await expect(footer).toContainText("Edmonton, AB");
  await expect(footer).toContainText("By Appointment Only");
  await expect(footer.locator("a[href^='mailto:']")).toHaveCount(1);
  await expect(footer.locator("a[href^='tel:+1']")).toHaveCount(1);
  await expect(footer.locator("a[target=_blank][rel~=noopener]")).toContainText("opens in a new tab");
  await expect(footer).toContainText("Individual results may vary");
  await expect(footer.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", "/privacy");
});

test("Home introduces the practitioner, three values and four paths", async ({ page }) => {
  await visit(page, "/");
  const main = page.getByRole("main");
  const hero = main.locator("section").first();
  await expect(hero.getByRole("link", { name: "Book Your Free Consultation" })).toHaveAttribute("href", "/contact");
  await expect(main.getByRole("region", { name: "What matters here" }).getByRole("heading")).toHaveText([
    "Natural Results",
    "Personalized Care",
    "Medical Expertise",
  ]);
  const cards = main.getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText([
    "Hair Removal",
    "Healing + Relaxation",
    "Acne Control",
    "Anti-Aging",
  ]);
  for (const card of await cards.all()) {
    await expect(card.getByRole("link", { name: /^Learn More/ })).toHaveAttribute("href", "/treatments");
  }
  await expect(main.getByRole("link", { name: "Explore All Treatments" })).toHaveAttribute("href", "/treatments");
  await expect(main.getByRole("link", { name: "Book Free Consultation", exact: true })).toHaveAttribute(
    "href",
    "/contact",
  );
});

test("About ends with a way to schedule a consultation", async ({ page }) => {
  await visit(page, "/about");
  await expect(page.getByRole("main").locator("section").last().getByRole("link").first()).toHaveText(
    "Schedule Free Consultation",
  );
  await expect(page.getByRole("link", { name: "Schedule Free Consultation" })).toHaveAttribute("href", "/contact");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(6);
});

test("Treatments lists four paths, each with its own button, and links what has a page", async ({ page }) => {
  await visit(page, "/treatments");
  const ids = ["hair-removal", "healing", "acne", "anti-aging"];
  const cards = page.getByRole("navigation", { name: "Treatment paths" }).getByRole("link");
  expect(await cards.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual(
    ids.map((id) => `#${id}`),
  );

  const buttons = [];
  for (const id of ids) {
    const section = page.locator(`section#${id}`);
    await expect(section.getByRole("heading", { level: 2 })).toHaveCount(1);
    buttons.push(await section.locator("a[href='/contact']").textContent());
    for (const item of await section.getByRole("listitem").all()) {
      const linked = await item.getByRole("link").count();
      await expect(item.locator("svg")).toHaveCount(linked);
    }
  }
  expect(new Set(buttons).size).toBe(4);

  const linked = await page
    .locator("section li a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(new Set(linked)).toEqual(new Set(slugs.map((slug) => `/treatments/${slug}`)));
  await expect(page.locator("section li:not(:has(a))").first()).toBeVisible();
});

for (const slug of slugs) {
  test(`/treatments/${slug} has every part of a treatment page`, async ({ page }) => {
    await visit(page, `/treatments/${slug}`);
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Back to Treatments" })).toHaveAttribute("href", "/treatments");
    const headings = main.getByRole("heading", { level: 2 });
    await expect(headings).toHaveText([
      "Treatment Details",
      /^What (is|are) .+\?$/,
      "How It Works",
      "Who Benefits Most",
      "Before you book",
      "In the same path",
    ]);

    await expect(main.locator("dt")).toHaveText([
      "Duration",
      "Downtime",
      "Comfort Level",
      /^(Frequency|Treatment Plan|Results Timeline)$/,
    ]);
    await expect(main.locator("dd")).toHaveText([/\w/, /\w/, /\w/, /\w/]);

    const under = (heading: string) =>
      main.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
    const count = (heading: string) => under(heading).getByRole("listitem").count();
    expect(await main.locator("section").nth(1).getByRole("paragraph").count()).toBe(2);
    expect([3, 4, 5]).toContain(await count("How It Works"));
    expect(await under("How It Works").locator("strong").count()).toBe(await count("How It Works"));
    expect([4, 5, 6]).toContain(await count("Who Benefits Most"));
    await expect(under("Before you book").getByRole("heading", { name: "Aftercare" })).toBeVisible();

    const button = slug === "facials" ? "Book Your Custom Facial" : "Book Your Free Consultation →";
    await expect(main.locator("a[href='/contact']")).toHaveText([button]);
  });
}

test("Results shows six illustrated cards, its disclaimer directly under the title", async ({ page }) => {
  await visit(page, "/results");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real Results, Real People");
  await expect(page.locator("h1 + p")).toContainText("Individual results vary");
  await expect(page.locator("h1 + p")).toContainText("illustrative");
  const cards = page.getByRole("figure");
  expect(
    await cards.evaluateAll((all) =>
      all.map((card) => [...card.querySelectorAll("figcaption > *")].map(({ textContent }) => textContent).join(" / ")),
    ),
  ).toEqual([
    "Laser Hair Removal / Full Legs / 6 sessions / Illustration",
    "RF Microneedling / Face & Neck / 3 sessions / Illustration",
    "IPL Photofacial / Full Face / 4 sessions / Illustration",
    "Acne Treatment / Face / 8 weeks / Illustration",
    "Anti-Aging Package / Face & Décolleté / 3 months / Illustration",
    "Chemical Peel / Full Face / Series of 3 / Illustration",
  ]);
  for (const card of await cards.all()) await expect(card.getByText("Illustration")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your Journey Starts Here" })).toBeVisible();
});

test("Client Experiences shows eleven sample reviews with five stars and leads to the real ones", async ({ page }) => {
  await visit(page, "/testimonials");
  const cards = page.getByRole("main").getByRole("figure");
  await expect(cards).toHaveCount(11);
  for (const card of await cards.all()) {
    await expect(card.getByText("Sample review")).toBeVisible();
    await expect(card.getByRole("img", { name: /5 out of 5/ })).toBeVisible();
    await expect(card.locator("blockquote")).toHaveText(/\w/);
    await expect(card.locator("figcaption > *")).toHaveText([/\w/, /\w/]);
  }
  await expect(page.locator("symbol path")).toHaveCount(5);
  const button = page.getByRole("link", { name: "Read All Our Google Reviews" });
  await expect(button).toHaveAttribute("target", "_blank");
  await expect(button).toHaveAttribute("href", /^https:\/\/www\.google\./);
  await expect(page.getByRole("heading", { name: "Ready to Write Your Success Story?" })).toBeVisible();
});

test("Contact has the form and both side cards", async ({ page }) => {
  await visit(page, "/contact");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book Your Free Consultation");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText(["Send Us a Message", "Visit Us", "What to Expect"]);
  await expect(main).toContainText("By Appointment Only");
  await expect(main).toContainText("Complimentary 30-minute consultation");

  const field = (label: string) => page.getByLabel(label);
  await expect(field("Full name")).toHaveAttribute("autocomplete", "name");
  await expect(field("Email")).toHaveAttribute("type", "email");
  await expect(field("Email")).toHaveAttribute("autocomplete", "email");
  await expect(field("Phone")).toHaveAttribute("type", "tel");
  await expect(field("Phone")).toHaveAttribute("autocomplete", "tel");
  for (const label of ["Full name", "Email", "Phone"]) await expect(field(label)).toHaveAttribute("required");
  await expect(field("Treatment (optional)")).toHaveAttribute("placeholder", "e.g., Laser Hair Removal, Anti-Aging");
  await expect(field("Message (optional)")).toHaveAttribute(
    "placeholder",
    "Tell us about your skin goals or any questions you have...",
  );
});

test("Privacy Policy has its ten sections and its date", async ({ page }) => {
  await visit(page, "/privacy");
  await expect(page.getByText("Last updated 30 October 2025")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(10);
  await expect(page.getByRole("main").getByRole("navigation").getByRole("link")).toHaveCount(10);
});

test("the not-found page says so and leads home", async ({ page, trouble }) => {
  await visit(page, "/treatments/nope");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("404");
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveAttribute("href", "/");
  trouble.splice(0);
});
