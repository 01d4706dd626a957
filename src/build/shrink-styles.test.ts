import { expect, test } from "vitest";
import { shrinkStyles } from "./shrink-styles.ts";

const shrink = (css: string, ...named: string[]) => shrinkStyles({ "": css }, new Set(named))[""];

test("a token that is read once is written where it is read", () => {
  expect(shrink(":root{--ink:#111;--ground:#eee;}a{color:var(--ink)}")).toBe(":root{--a:#eee;}a{color:#111}");
});

test("a token that several kinds of page read once is written in each", () => {
  const styles = { "": ":root{--ink:#111;--line:1px;}", home: "a{color:var(--ink)}", about: "b{color:var(--ink)}" };
  expect(shrinkStyles(styles, new Set())).toEqual({
    "": ":root{--a:1px;}",
    home: "a{color:#111}",
    about: "b{color:#111}",
  });
});

test("the other tokens get short names, the same in every sheet, and no class does", () => {
  const styles = { "": ":root{--line:1px;}a{top:var(--line)}", home: ".b--line{left:var(--line)}" };
  expect(shrinkStyles(styles, new Set())).toEqual({
    "": ":root{--a:1px;}a{top:var(--a)}",
    home: ".b--line{left:var(--a)}",
  });
});

test("a token that code names stays as it is", () => {
  const css = ":root{--accent:#b80;}a{color:var(--accent)}";
  expect(shrink(css, "--accent")).toBe(css);
});

test("a nested selector needs no sign for what is around it, unless that is the element itself", () => {
  expect(shrink("a{& b,& .c{top:0}&>i,&~*{top:0}&:hover{top:0}&[open]{top:0}& :focus{top:0}}")).toBe(
    "a{b,.c{top:0}>i,~*{top:0}&:hover{top:0}&[open]{top:0}:focus{top:0}}",
  );
});

test("lists need no spaces, but sums do", () => {
  expect(shrink("a{transition:top 1s, left 1s;aspect-ratio:4 / 3;width:calc(1px + 2px)}")).toBe(
    "a{transition:top 1s,left 1s;aspect-ratio:4/3;width:calc(1px + 2px)}",
  );
});
