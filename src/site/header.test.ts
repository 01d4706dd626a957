import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Header } from "./parts/header.tsx";

const phone = { text: "1", href: "tel:1" };
const header = (path: string) =>
  renderToStaticMarkup(
    createElement(Header, {
      path,
      name: "N",
      tagline: "T",
      mark: { letter: "N" },
      book: "Book",
      skip: "Skip",
      call: "Call",
      menu: { open: "Menu", close: "Close" },
      visits: "By appointment",
      phone,
      paths: [],
      links: [{ label: "Words", to: "/testimonials" }],
      results: { label: "Results", to: "/results" },
    } as unknown as Parameters<typeof Header>[0]),
  );

test.each([
  ["/results", ["Results"]],
  ["/testimonials", ["Words"]],
  ["/", []],
])("on %s the menu marks where one is, Results beside Testimonials too", (path, marked) => {
  const found = header(path).matchAll(/<a[^>]*aria-current="page"[^>]*>([^<]*)/g);
  expect([...found].map(([, label]) => label)).toEqual(marked);
});
