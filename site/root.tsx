import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/preferences.css";
import "virtual:studio-colours.css";
import type { ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { openContent } from "../studio/content.ts";
import { markOf } from "../studio/mark.ts";
import type { Route } from "./+types/root";
import { useArrival } from "./ui/arrival.ts";
import { Dock } from "./ui/dock.tsx";
import { useFetchAhead } from "./ui/fetch-ahead.ts";
import { Footer } from "./ui/footer.tsx";
import { Header } from "./ui/header.tsx";
import { MarkLight } from "./ui/mark.tsx";

export async function loader() {
  const { studio, site } = openContent();
  const { address, social } = studio;
  const phone = { text: studio.phone.value, href: `tel:${studio.phoneE164}` };
  const names = { name: studio.shortName, tagline: studio.tagline, mark: await markOf(studio) };
  return {
    header: {
      ...names,
      links: site.navigation,
      book: site.book,
      skip: site.skip,
      menu: site.menu,
      visits: `${studio.visits}, ${studio.area}`,
      phone,
    },
    footer: {
      ...names,
      ...site.footer,
      brand: studio.brand.value,
      address: [
        address.street.value,
        `${address.city}, ${address.province} ${address.postalCode.value}`,
        studio.visits,
      ],
      email: studio.email.value,
      phone,
      social: { name: social.name, url: social.url },
      newTab: site.newTab,
      builtIn: new Date().getFullYear(),
    },
    dock: { book: site.book, call: site.call, phoneHref: phone.href },
    notFound: { ...site.notFound, documentTitle: `${site.notFound.title} | ${studio.brand.value}` },
    error: site.error,
    language: studio.language,
  };
}

/** Nothing in the frame of the page changes between two pages, and a page that fails must not take it along. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={useRouteLoaderData<typeof loader>("root")?.language ?? "en"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f3f5f3" />
        <Meta />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <InlineStyle />
        {import.meta.env.DEV && <Links />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Said before any sheet: bundling may put the sheet of a part before the tokens it builds on. */
const layerOrder = "@layer reset, tokens, base, layout, components, pages, preferences;";

/** The build adds the whole style sheet here, and the browser takes over what it finds. */
function InlineStyle() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React must not compare this element's content
  return <style data-inline suppressHydrationWarning dangerouslySetInnerHTML={{ __html: layerOrder }} />;
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useArrival();
  useFetchAhead();
  const bare = useMatches().some(({ handle }) => (handle as { bare?: boolean } | undefined)?.bare);
  return (
    <>
      <MarkLight />
      <Header {...loaderData.header} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer {...loaderData.footer} />
      {!bare && <Dock {...loaderData.dock} />}
    </>
  );
}
