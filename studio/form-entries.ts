import type { Content } from "./read.ts";

/** A line in the owner's list of what can be changed, and where she sees it. */
export interface FormEntry {
  id: string;
  title: string;
  /** Headings it stands under, the outermost first. */
  group: string[];
  address: string | null;
  files: string[];
  /** The light of its path. */
  colour?: string | undefined;
}

const entry = (
  id: string,
  title: string,
  address: string | null,
  files: string[],
  group: string[] = [],
): FormEntry => ({
  ...{ id, title, group, address, files },
});

/** Every file of a content folder, under the name of what it is to a visitor. What is new in files.ts belongs here too. */
export function listEntries(
  content: Partial<Pick<Content, "paths">> & { treatments: Map<string, { name: string; path: string }> },
): FormEntry[] {
  const named = new Map((content.paths ?? []).map((path) => [path.id, path]));
  const order = [...named.keys()];
  const treatments = [...content.treatments]
    .sort(([, a], [, b]) => order.indexOf(a.path) - order.indexOf(b.path))
    .map(([slug, { name, path }]) => ({
      ...entry(
        `treatments/${slug}`,
        name,
        `/treatments/${slug}`,
        [`treatments/${slug}.md`],
        ["Treatments", named.get(path)?.title ?? "Others"],
      ),
      colour: named.get(path)?.colour.ink,
    }));
  const [first] = content.treatments.keys();
  return [
    entry("studio", "Studio", "/contact", ["studio.yaml"]),
    entry("home", "Home", "/", ["pages/home.yaml"]),
    entry("about", "About", "/about", ["pages/about.yaml"]),
    entry("treatments", "All treatments", "/treatments", ["pages/treatments.yaml", "paths.yaml"], ["Treatments"]),
    ...treatments,
    entry(
      "treatment",
      "On every treatment",
      first ? `/treatments/${first}` : null,
      ["pages/treatment.yaml"],
      ["Treatments"],
    ),
    entry("results", "Results", "/results", ["pages/results.yaml", "results.yaml"]),
    entry("reviews", "Reviews", "/testimonials", ["pages/testimonials.yaml", "testimonials.yaml"]),
    entry("contact", "Contact", "/contact", ["pages/contact.yaml"]),
    entry("privacy", "Privacy", "/privacy", ["pages/privacy.md"]),
    entry("every-page", "On every page", "/", ["site.yaml"]),
    entry("pictures", "Pictures", null, ["images/images.yaml"]),
    entry("claims", "Words not to say", null, ["claims.yaml"]),
  ];
}
