import type { Texts } from "../content/content-folder.ts";
import { hiddenReason } from "../content/launch/launch-check.ts";
import { listNewQuestions, listSiteNeeds } from "../content/launch/site-needs.ts";
import { listPages } from "../content/page-list.ts";
import { cacheMasters, type Master } from "../content/pictures/pictures.ts";
import { loadContent, type PageSettings, type SiteContent } from "../content/site-content.ts";
import { type Assets, type DocumentProps, type Head, inlineScriptOf, inlineStyle, toHtml } from "./document.tsx";
import { failureMessage } from "./failure-message.tsx";
import { frameProps } from "./frame.ts";
import { describeSocialCard } from "./head/social-card.ts";
import { buildGraph } from "./head/structured-data.ts";
import { layerOrder } from "./layers.ts";
import { noticeScript } from "./parts/notice.tsx";
import { listRoutes, notFoundPath } from "./routes.ts";

/** Makes the content policy of a page with these inline styles and scripts. */
export type BuildPolicy = (styles: string[], scripts: string[]) => string;

/** What the navigation script has to know about the studio. */
export function readScriptData(settings: PageSettings) {
  const content = loadContent(settings);
  return { failure: failureMessage(content), countsVisits: content.countsVisits };
}
export type ScriptData = ReturnType<typeof readScriptData>;

/**
 * Reads the content, with these texts in place of its files, and renders its pages, each with the policy that allows
 * its own styles and script.
 */
export async function openSite(
  settings: PageSettings,
  assets: Assets,
  buildPolicy: BuildPolicy,
  masters: Master[] = [],
  texts?: Texts,
) {
  cacheMasters(masters);
  const { contentFolder, siteUrl } = settings;
  const content = loadContent(settings, texts);
  const routes = listRoutes(content);
  const frame = await frameProps(content);
  const hidden = hiddenReason(content, siteUrl);
  const pagesByPath = new Map(listPages(content).map((page) => [page.path, page]));
  const { notice, noticeLine } = content;
  const rules = [studioColourRules(content), focusRules(content), ((noticeLine || hidden) && assets.noticeStyle) ?? ""];
  const style = [layerOrder, assets.style, ...rules].join("");
  const noticeScripts = noticeLine ? [noticeScript(noticeLine)] : [];

  async function render(path: string) {
    const page = routes.get(path);
    if (!page) throw new Error(`There is no page at ${path}`);
    const element = await page.render(content);
    const { kind, bare, about } = page;
    const policy = buildPolicy(
      [inlineStyle({ ...assets, style }, kind)],
      [inlineScriptOf(assets, kind), ...noticeScripts],
    );
    // A meta tag cannot forbid framing; X-Frame-Options does.
    const metaPolicy = policy.replace(/frame-ancestors [^;]+;/, "");
    const head = await headFor(path, metaPolicy);
    const document: DocumentProps = { path, kind, bare, about, head, frame, assets: { ...assets, style } };
    if (hidden) document.preview = true;
    return { document, policy, props: element.props, html: toHtml(document, element) };
  }

  async function headFor(path: string, policy: string): Promise<Head> {
    const titled = (name: string) => `${name} | ${content.studio.brand.value}`;
    if (path === notFoundPath) return { title: titled(content.site.notFound.title), hidden: true, preview: {}, policy };
    const page = pagesByPath.get(path);
    if (!page) throw new Error(`${path} has no title: add it to src/content/page-list.ts`);
    const { description } = page;
    const title = titled(page.title);
    const url = new URL(path, siteUrl).href;
    return {
      title,
      description,
      canonical: url,
      hidden: hidden !== undefined,
      preview: {
        "og:type": "website",
        "og:title": title,
        "og:description": description,
        "og:url": url,
        "og:image": new URL(describeSocialCard(contentFolder, content, page).url, url).href,
        "twitter:card": "summary_large_image",
      },
      // A static host may send no policy or, during an update, the old one with a new page.
      ...(__BACKEND_URL__ && { policy }),
      graph: await buildGraph(contentFolder, content, page, siteUrl),
    };
  }

  const { brand, shortName, practitioner, phone, language, colours, timeZone, replies, hours } = content.studio;
  const studio = {
    brand: brand.value,
    shortName,
    practitioner: practitioner.value,
    phone: phone.value,
    language,
    accent: colours.accent,
    mark: frame.header.mark,
    address: content.addressLines.join(", "),
    replies,
    confirmsToVisitor: content.confirmsToVisitor,
    hours,
    questions: listNewQuestions(content),
    treatments: [...content.offered].flatMap((slug) => content.treatments.get(slug)?.name ?? []),
    // The menu calls a page by a shorter name than its title.
    pageNames: Object.fromEntries([
      ...[...pagesByPath].map(([path, { title }]) => [path, title]),
      ...content.site.navigation.map(({ label, to }) => [to, label]),
    ]),
  };
  const { countsVisits } = content;
  const needs = listSiteNeeds(content);
  const former = content.former.map(({ slug }) => `/treatments/${slug}`);
  return { paths: [...routes.keys()], former, hidden, timeZone, studio, countsVisits, notice, needs, render };
}

/** Makes the studio's colours: its accent, its spectrum, and a hue and a glow for each path. */
function studioColourRules({ studio, paths }: SiteContent) {
  const { accent, spectrum } = studio.colours;
  const rootRule = `:root{--accent:${accent};--spectrum:linear-gradient(90deg,${spectrum.join(",")})}`;
  const rules = paths.map(({ id, colour }) => `[data-path=${id}]{--hue:${colour.ink};--glow:${colour.glow}}`);
  return `@layer tokens{${rootRule}${rules.join("")}}`;
}

/** Makes the rules for the points that cropping must keep, because style attributes would need a weaker policy. */
function focusRules({ images }: SiteContent) {
  const rules = Object.values(images).flatMap(({ focus }) =>
    focus ? [`[data-focus="${focus.join()}"] img{object-position:${focus[0]}% ${focus[1]}%}`] : [],
  );
  return rules.length ? `@layer pages{${[...new Set(rules)].join("")}}` : "";
}
