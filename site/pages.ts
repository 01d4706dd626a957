import { createElement, type ReactElement, type ReactNode } from "react";
import type { OpenContent } from "../studio/content.ts";
import { About, aboutProps } from "./pages/about/about.tsx";
import { Contact, contactProps } from "./pages/contact/contact.tsx";
import { Home, homeProps } from "./pages/home/home.tsx";
import { NotFound, notFoundProps } from "./pages/not-found/not-found.tsx";
import { Privacy, privacyProps } from "./pages/privacy/privacy.tsx";
import { Results, resultsProps } from "./pages/results/results.tsx";
import { Testimonials, testimonialsProps } from "./pages/testimonials/testimonials.tsx";
import { Treatment, treatmentProps } from "./pages/treatment/treatment.tsx";
import { Treatments, treatmentsProps } from "./pages/treatments/treatments.tsx";

export type Page = ReturnType<typeof page>;

/** The page hosts serve for every address that is not listed here. */
export const notFound = "/404";

/** Every address, one line each. */
export function listAddresses({ treatments }: Pick<OpenContent, "treatments">): Map<string, Page> {
  return new Map([
    ["/", page("home", homeProps, Home)],
    ["/about", page("about", aboutProps, About)],
    ["/treatments", page("treatments", treatmentsProps, Treatments)],
    ...[...treatments.keys()].map((slug): [string, Page] => [
      `/treatments/${slug}`,
      page("treatment", (content) => treatmentProps(content, slug), Treatment),
    ]),
    ["/results", page("results", resultsProps, Results)],
    ["/testimonials", page("testimonials", testimonialsProps, Testimonials)],
    ["/contact", page("contact", contactProps, Contact, { bare: true })],
    ["/privacy", page("privacy", privacyProps, Privacy)],
    [notFound, page("not-found", notFoundProps, NotFound, { bare: true })],
  ]);
}

/**
 * A page is its content turned into props, and the component that shows them. Its kind is the folder that component and
 * style are in. Bare: without the bar for thumbs.
 */
function page<Props extends object>(
  kind: string,
  read: (content: OpenContent) => Props | Promise<Props>,
  show: (props: Props) => ReactNode,
  { bare = false } = {},
) {
  return {
    kind,
    bare,
    async render(content: OpenContent): Promise<ReactElement<object>> {
      const props = await read(content);
      return createElement(show, props);
    },
  };
}
