import { createElement, type ReactElement, type ReactNode } from "react";
import { isShown } from "../content/page-list.ts";
import { type AddressedPage, pageNames, pages } from "../content/pages.ts";
import type { SiteContent } from "../content/site-content.ts";
import { About, aboutProps } from "./pages/about/about.tsx";
import { Contact } from "./pages/contact/contact.tsx";
import { contactProps } from "./pages/contact/contact-props.ts";
import { Home, homeProps } from "./pages/home/home.tsx";
import { News, newsProps } from "./pages/news/news.tsx";
import { NotFound, notFoundProps } from "./pages/not-found/not-found.tsx";
import { Prices, pricesProps } from "./pages/prices/prices.tsx";
import { Privacy, privacyProps } from "./pages/privacy/privacy.tsx";
import { Results, resultsProps } from "./pages/results/results.tsx";
import { Testimonials, testimonialsProps } from "./pages/testimonials/testimonials.tsx";
import { Treatment } from "./pages/treatment/treatment.tsx";
import { treatmentProps } from "./pages/treatment/treatment-props.ts";
import { Treatments } from "./pages/treatments/treatments.tsx";
import { treatmentsProps } from "./pages/treatments/treatments-props.ts";

type View = ReturnType<typeof view>;
/** `kind` is the folder that holds the component and its style; `about` is what its links to the form say. */
export type Route = View & { kind: string; about?: string | undefined };

/** The page that hosts serve for every address that is not listed here. */
export const notFoundPath = "/404";

/** The component of every page in src/content/pages.ts. The treatment page is below. */
const views: Record<AddressedPage, View> = {
  home: view(homeProps, Home),
  about: view(aboutProps, About),
  treatments: view(treatmentsProps, Treatments),
  results: view(resultsProps, Results),
  testimonials: view(testimonialsProps, Testimonials),
  prices: view(pricesProps, Prices),
  contact: view(contactProps, Contact, { bare: true }),
  news: view(newsProps, News),
  privacy: view(privacyProps, Privacy),
};

/** Maps every address to what is rendered there. */
export function listRoutes(
  content: Pick<SiteContent, "treatments" | "offered" | "pages" | "testimonials">,
): Map<string, Route> {
  const named = pageNames.flatMap((name): [string, Route][] => {
    const { path } = pages[name];
    if (name !== "treatment")
      return path !== null && isShown(name, content) ? [[path, { kind: name, ...views[name] }]] : [];
    return [...content.treatments.keys()].map((slug) => [
      `/treatments/${slug}`,
      {
        kind: name,
        about: content.offered.has(slug) ? slug : undefined,
        ...view((content) => treatmentProps(content, slug), Treatment),
      },
    ]);
  });
  return new Map([...named, [notFoundPath, { kind: "not-found", ...view(notFoundProps, NotFound, { bare: true }) }]]);
}

/** Combines a function that turns the content into props with the component that shows them. Bare: no bottom bar. */
function view<Props extends object>(
  readProps: (content: SiteContent) => Props | Promise<Props>,
  component: (props: Props) => ReactNode,
  { bare = false } = {},
) {
  return {
    bare,
    async render(content: SiteContent): Promise<ReactElement<object>> {
      const props = await readProps(content);
      return createElement(component, props);
    },
  };
}
