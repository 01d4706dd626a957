import { expect, test } from "vitest";
import { splitPreferences } from "./print-and-preferences.ts";

test("rules for paper, preferences, a mouse and what only a script needs leave the sheet, inside the layers and rules that hold them", () => {
  const css =
    "@layer base,pages;@layer base{a{color:red;@media print{color:#000}}@media (width>=40rem){b{top:0}}}@media print{i{left:0}}@media print,(forced-colors:active){p{left:1px}}@layer pages{@media (prefers-reduced-motion:reduce){u{right:0}}}@media (scripting:enabled){s{top:1px}}@media (hover:hover){s:hover{top:0}}@media (width<60rem) and (scripting:enabled){q{top:2px}}@media (width<60rem) and (scripting:none){q{top:3px}}";
  expect(splitPreferences(css)).toEqual({
    // A rule that the first paint needs with script, at a width, stays.
    style:
      "@layer base,pages;@layer base{a{color:red;}@media (width>=40rem){b{top:0}}}@media (width<60rem) and (scripting:enabled){q{top:2px}}",
    preferences:
      "@layer base{a{@media print{color:#000}}}@media print{i{left:0}}@media print,(forced-colors:active){p{left:1px}}@layer pages{@media (prefers-reduced-motion:reduce){u{right:0}}}@media (scripting:enabled){s{top:1px}}@media (hover:hover){s:hover{top:0}}@media (width<60rem) and (scripting:none){q{top:3px}}",
  });
});
