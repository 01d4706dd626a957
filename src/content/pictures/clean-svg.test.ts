import { expect, test } from "vitest";
import { cleanSvg } from "./clean-svg.ts";

const clean = (inner: string, root = 'viewBox="0 0 10 10"') =>
  cleanSvg(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`);
const drawn = (inner: string) => clean(inner)?.svg.replace(/^.*?<g [^>]*>|<\/g><\/svg>$/g, "");
const gold = '<path fill="#b8860b" d="M0 0h9v9z"/>';

test("what could act on a page, or ask another host, is not in the drawing", () => {
  const attacks = [
    "<script>alert(1)</script>",
    '<g onload="alert(1)"></g>',
    '<rect width="1" height="1" fill="url(https://evil.example/a.svg#b)"/>',
    '<rect width="1" height="1" style="fill:url(//evil.example)"/>',
    '<rect width="1" height="1" fill="url(evil.svg#a)" onclick=\'go()\' class="a"/>',
    '<style>@import "https://evil.example/a.css";.a{fill:url(https://evil.example)}</style>',
    '<image href="https://evil.example/a.png"/>',
    '<use href="https://evil.example/a.svg#b"/>',
    '<a href="javascript:alert(1)"><path d="M0 0h9"/></a>',
    "<foreignObject><iframe src='https://evil.example'></iframe></foreignObject>",
    '<linearGradient id="a" xlink:href="https://evil.example/a.svg#b"></linearGradient>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<rect width="1" height="1" id="&quot;&gt;&lt;script&gt;"/>',
    "<![CDATA[<script>alert(1)</script>]]>",
  ];
  for (const attack of attacks)
    expect(clean(gold + attack)?.svg, attack).not.toMatch(/script|evil|\bon\w+=|style|href|animate|foreign|import|&/i);
});

test("a drawing that is cut off, empty or of no size is none", () => {
  for (const inner of ["", "<g>", "<path d=", "</svg><svg>"]) expect(clean(inner)).toBeUndefined();
  expect(clean(gold, "")).toBeUndefined();
  expect(clean(gold, 'width="20px" height="10px"')?.viewBox).toBe("0 0 20 10");
});

test("what would be lost is named", () => {
  expect(clean(`${gold}<text x="1">A</text><g filter="url(#f)"><filter id="f"/></g>`)?.missing).toEqual([
    "text",
    "filter",
  ]);
  expect(clean(`<title>Logo</title><metadata><rdf/></metadata>${gold}`)?.missing).toEqual([]);
});

test("styles become attributes, and gradients stay", () => {
  expect(drawn('<style>.a,.b{fill:#b8860b;}</style><path class="a" d="M0 0h9"/>')).toBe(
    '<path d="M0 0h9" fill="#b8860b"/>',
  );
  const gradient = '<linearGradient id="a"><stop offset="0" stop-color="#000"/></linearGradient>';
  expect(drawn(`${gradient}<path d="M0 0h9" fill="url(#a)"/>`)).toContain(gradient);
});

test("one colour that is lost by day or by night follows the words, any other is kept", () => {
  expect(drawn('<path d="M0 0h9"/>')).toBe('<path d="M0 0h9"/>');
  expect(clean('<path d="M0 0h9"/>')?.svg).toContain('<g fill="currentColor" id="studio-logo">');
  expect(drawn('<g fill="none" stroke="#1a2b4c"><path d="M0 0h9"/></g>')).toContain(
    'fill="none" stroke="currentColor"',
  );
  expect(drawn(gold)).toContain("#b8860b");
  expect(drawn(`${gold}<path fill="black" d="M1 1h9"/>`)).toContain("black");
});

test("what is clean stays so", () => {
  const once = clean(`<g fill="#000">${gold.replace("#b8860b", "#000")}</g>`)?.svg ?? "";
  expect(cleanSvg(once)?.svg.match(/studio-logo/g)).toHaveLength(1);
});
