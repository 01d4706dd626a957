import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { phoneLink } from "../content/phone.ts";
import type { SiteContent } from "../content/site-content.ts";
import { Actions, ButtonLink } from "./parts/button.tsx";
import layout from "./parts/layout.module.css";

/** Text, or an element with its attributes and children. */
export type Markup = string | [name: string, attributes: Record<string, string>, ...children: Markup[]];

export interface FailureMessage {
  title: string;
  content: Markup[];
}

/**
 * The message that the navigation script shows when a page cannot be loaded. It is part of that script rather than of
 * every page, and it is data because the content policy forbids scripts to parse HTML. It may come up on any page, so it
 * uses nothing but the style of all pages.
 */
export function failureMessage({ studio, site }: SiteContent): FailureMessage {
  const phone = phoneLink(studio);
  return {
    title: `${site.error.heading} | ${studio.brand.value}`,
    content: markupOf(
      <section className={`${layout.frame} ${layout.section} ${layout.tail}`}>
        <div className={layout.stack}>
          <h1>{site.error.heading}</h1>
          <p className={layout.lede}>
            {site.error.help} <a href={phone.href}>{phone.text}</a>.
          </p>
          <Actions>
            <ButtonLink to="/">{site.error.button}</ButtonLink>
          </Actions>
        </div>
      </section>,
    ),
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
