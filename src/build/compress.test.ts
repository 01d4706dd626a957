import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { compress } from "./compress.ts";
import { writeManifest } from "./release-files.ts";

it("a release takes over what the one before has compressed, unless its words differ or the file was damaged", async () => {
  const [earlier, release] = [temporaryFolder(), temporaryFolder()];
  const read = (name: string) => readFileSync(join(release, "client", name));
  for (const name of ["client/same.html", "client/other.html", "client/damaged.html"]) {
    writeFiles(release, { [name]: "words" });
    writeFiles(earlier, { [name]: name === "client/other.html" ? "other words" : "words" });
    for (const ending of ["br", "gz"]) writeFiles(earlier, { [`${name}.${ending}`]: `compressed before, ${ending}` });
  }
  writeManifest(earlier, { code: "code" });
  writeFiles(earlier, { "client/damaged.html.br": "compr" });
  await compress(release, "client", earlier);
  expect(String(read("same.html.br"))).toBe("compressed before, br");
  expect(String(read("same.html.gz"))).toBe("compressed before, gz");
  expect(String(read("damaged.html.gz"))).toBe("compressed before, gz");
  for (const name of ["other.html", "damaged.html"])
    expect(String(brotliDecompressSync(read(`${name}.br`)))).toBe("words");
  expect(String(gunzipSync(read("other.html.gz")))).toBe("words");
});
