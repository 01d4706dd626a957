import { expect, test } from "vitest";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { findClaims } from "./claims.ts";
import { listVisibleTexts } from "./content-values.ts";
import { readContent } from "./read-content.ts";

/** This must hold for any owner's content. */
const content = readContent(readFolders(loadEnvironment()).contentFolder);

test("the content makes no claim the studio may not make", () => {
  const texts = listVisibleTexts(content);
  expect(texts.length).toBeGreaterThan(500);
  expect(findClaims(texts, content.claims).map(({ file, field, phrase }) => `${file} ${field}: ${phrase}`)).toEqual([]);
});
