import type { Content } from "../../content/content.ts";
import { pageFile, pageNames } from "../../content/pages.ts";
import { containsPath, isRecord, keysOf, valueAt } from "../formats/values.ts";
import { listFieldValues } from "../forms/field-values.ts";
import { shapedField } from "../forms/find-field.ts";
import type { Field, Path } from "../vocabulary.ts";

/** Private characters, one for each field, which no text has and no font shows. */
const [firstSign, lastSign] = [0xe000, 0xf8ff];
const signs = /[\uE000-\uF8FF]/g;

/**
 * Links the words of a previewed page to their fields. A sign in front of each text says which field it comes from and
 * goes with it through the renderer. The window reads it in the page that the browser has made of it.
 */
export function createFieldLinks(fieldsOf: (file: string) => Field[]) {
  const addresses: string[] = [];
  /** The fields that show each picture, which the page links by its description. */
  const pictureFields = new Map<string, string[]>();

  function signText(text: string, address: string): string {
    // A text of one or two letters is a code, such as that of a country, and signs of a currency are taken apart.
    if (/^(\p{L}{0,2}|\p{Sc}*)$/u.test(text) || firstSign + addresses.length > lastSign) return text;
    addresses.push(address);
    return String.fromCharCode(firstSign + addresses.length - 1) + text;
  }

  /** Signs all words of a fact or of prose. Those of a link stay, since the renderer compares them with its address. */
  function signWords(value: unknown, address: string): unknown {
    if (typeof value === "string") return signText(value, address);
    if (Array.isArray(value)) return value.map((part) => signWords(part, address));
    if (!isRecord(value) || "href" in value) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, notWords.has(key) ? inner : signWords(inner, address)]),
    );
  }

  function signValue(declared: Field, value: unknown, address: string): unknown {
    const { kind } = shapedField(declared, value);
    if (kind === "prose" || kind === "fact") return signWords(value, address);
    if (typeof value !== "string") return value;
    const description = descriptionOf(value);
    if (kind === "picture") pictureFields.set(description, [...(pictureFields.get(description) ?? []), address]);
    return signedKinds.has(kind) ? signText(value, address) : value;
  }

  function signFile<Values extends object>(file: string, values: Values): Values {
    const signed = structuredClone(values);
    let unseen: Path | undefined;
    for (const { field, path, value } of listFieldValues(fieldsOf(file), values)) {
      // What is better left to a developer is in no sentence of a page.
      if (field.readOnly || field.technical) unseen = path;
      if (unseen !== undefined && containsPath(unseen, path)) continue;
      const keys = keysOf(path);
      const around = valueAt(signed, keys.slice(0, -1));
      const words = signValue(field, value, `${file}:${path}`);
      if (words !== value) Object.assign(around as object, { [String(keys.at(-1))]: words });
    }
    return signed;
  }

  function fieldsOfSign(sign: string): string[] {
    const address = addresses[sign.charCodeAt(0) - firstSign] ?? "";
    return [...(pictureFields.get(address) ?? []), address];
  }

  return {
    sign(content: Content): Content {
      const { paths, testimonials, results } = content;
      return {
        ...content,
        studio: signFile("studio.yaml", content.studio),
        site: signFile("site.yaml", content.site),
        images: signFile("images/images.yaml", content.images),
        ...signFile("paths.yaml", { paths }),
        ...signFile("testimonials.yaml", { testimonials }),
        ...signFile("results.yaml", { results }),
        pages: Object.fromEntries(
          pageNames.map((name) => [name, content.pages[name] && signFile(pageFile(name), content.pages[name])]),
        ) as Content["pages"],
        treatments: new Map(
          [...content.treatments].map(([slug, treatment]) => [slug, signFile(`treatments/${slug}.yaml`, treatment)]),
        ),
      };
    },

    /** The fields of each sign in a page. */
    fieldsIn: (html: string): Record<string, string[]> =>
      Object.fromEntries([...new Set(html.match(signs))].map((sign) => [sign, fieldsOfSign(sign)])),
  };
}

const descriptionOf = (picture: string) => `images/images.yaml:${picture}/alt`;

/** Keys of facts and of prose whose values are compared. */
const notWords = new Set(["kind", "source", "key"]);

/** The kinds whose text a page shows as it is. */
const signedKinds = new Set<Field["kind"]>(["text", "phone", "email"]);
