import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { phoneLink } from "../content/phone.ts";
import type { SiteContent } from "../content/site-content.ts";
import { MessagePage } from "./parts/message-page.tsx";

/** Text, or an element with its attributes and children. */
export type Markup = string | [name: string, attributes: Record<string, string>, ...children: Markup[]];

export interface FailureMessage {
  title: string;
  content: Markup[];
}

/**
 * The message that the navigation script shows when a page cannot be loaded. It is part of that script rather than of
 * every page, and it is data because the content policy forbids scripts to parse HTML.
 */
export function failureMessage({ studio, site }: SiteContent): FailureMessage {
  const phone = phoneLink(studio);
  return {
    title: `${site.error.heading} | ${studio.brand.value}`,
    content: markupOf(<MessagePage small {...site.error} phone={phone} />),
  };
}

function markupOf(node: ReactNode): Markup[] {
  if (Array.isArray(node)) return node.flatMap(markupOf);
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (!isValidElement(node)) return [String(node)];
  const { type, props } = node as ReactElement<{ children?: ReactNode; className?: string }>;
  const { children, className, ...others } = props;
  if (node.type === Fragment) return markupOf(children);
  if (typeof type === "function") return markupOf((type as (given: object) => ReactNode)(props));
  const attributes = Object.entries({ class: className?.trim(), ...others }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  return [[type as string, Object.fromEntries(attributes), ...markupOf(children)]];
}
