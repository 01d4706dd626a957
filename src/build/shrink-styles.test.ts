import { expect, test } from "vitest";
import { shrinkStyles } from "./shrink-styles.ts";

test("a token that each kind of page reads once is written there, and the others get one short name for all", () => {
  const styles = {
    "": ":root{--ink:#111;--line:1px;--accent:#b80;}a{top:var(--line);color:var(--accent)}",
    home: "a{color:var(--ink)}.b--line{left:var(--line)}",
    about: "b{color:var(--ink)}",
  };
  expect(shrinkStyles(styles, new Set(["--accent"]))).toEqual({
    "": ":root{--a:1px;--accent:#b80;}a{top:var(--a);color:var(--accent)}",
    home: "a{color:#111}.b--line{left:var(--a)}",
    about: "b{color:#111}",
  });
});

test("a second value for dark goes where the token is read once, also beside another such token", () => {
  const dark = "@media screen and (prefers-color-scheme:dark)";
  const tokens = `:root{--ground:#fff;--far:#eee;--line:#ddd;}${dark}{:root{--ground:#000;--far:#111;--line:#222}}`;
  const css = "a{top:0;background:x(var(--ground),var(--far))}b{border:var(--line);outline:var(--line)}";
  expect(shrinkStyles({ "": tokens + css }, new Set())).toEqual({
    "":
      `:root{--a:#ddd;}${dark}{:root{--a:#222}}` +
      `a{top:0;background:x(#fff,#eee);${dark}{background:x(#000,#111)}}b{border:var(--a);outline:var(--a)}`,
  });
});
