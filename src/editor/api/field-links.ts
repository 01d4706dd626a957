import type { Content } from "../../content/content.ts";
import { pageFile, pageNames } from "../../content/pages.ts";
import { isRecord, joinPath } from "../formats/values.ts";
import { findField, optionFor } from "../forms/find-field.ts";
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

  /** Signs the texts of a value, which has the shape of its field. */
  function signValue(value: unknown, declared: Field, file: string, path: Path): unknown {
    const field = declared.kind === "either" ? (optionFor(declared, value) ?? declared) : declared;
    const address = `${file}:${path}`;
    if (field.readOnly || field.technical) return value;
    if (field.kind === "prose" || field.kind === "fact") return signWords(value, address);
    if (typeof value === "string") {
      const description = descriptionOf(value);
      if (field.kind === "picture")
        pictureFields.set(description, [...(pictureFields.get(description) ?? []), address]);
      return signedKinds.has(field.kind) ? signText(value, address) : value;
    }
    const { item, fields = [] } = field;
    if (item && Array.isArray(value)) return value.map((entry, at) => signValue(entry, item, file, joinPath(path, at)));
    return isRecord(value) ? signEntries(value, (key) => item ?? findField(fields, key), file, path) : value;
  }

  function signEntries(value: object, fieldOf: (key: string) => Field | undefined, file: string, path: Path) {
    const entries = Object.entries(value).map(([key, inner]) => {
      const field = fieldOf(key);
      return [key, field ? signValue(inner, field, file, joinPath(path, key)) : inner];
    });
    return Object.fromEntries(entries);
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

  function fieldsOfSign(sign: string): string[] {
    const address = addresses[sign.charCodeAt(0) - firstSign] ?? "";
    return [...(pictureFields.get(address) ?? []), address];
  }

  return {
    sign(content: Content): Content {
      const file = <Value extends object>(name: string, value: Value): Value => {
        const fields = fieldsOf(name);
        const [only] = fields;
        return signEntries(value, (key) => (only?.key === "" ? only.item : findField(fields, key)), name, "") as Value;
      };
      const { paths, testimonials, results } = content;
      return {
        ...content,
        studio: file("studio.yaml", content.studio),
        site: file("site.yaml", content.site),
        images: file("images/images.yaml", content.images),
        ...file("paths.yaml", { paths }),
        ...file("testimonials.yaml", { testimonials }),
        ...file("results.yaml", { results }),
        pages: Object.fromEntries(
          pageNames.map((name) => [name, content.pages[name] && file(pageFile(name), content.pages[name])]),
        ) as Content["pages"],
        treatments: new Map(
          [...content.treatments].map(([slug, treatment]) => [slug, file(`treatments/${slug}.yaml`, treatment)]),
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
