const small =
  "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A number below a hundred as a word, as a text counts treatments. */
function inWords(count: number): string {
  if (count < 20) return small[count] ?? "";
  const [ten = "", one = 0] = [tens[Math.floor(count / 10) - 2], count % 10];
  return one ? `${ten}-${small[one]}` : ten;
}

/** Makes a function that replaces {treatments} and {paths} by their numbers in words, with a capital for {Treatments}. */
export function fillCounts(counts: { treatments: number; paths: number }): <Value>(value: Value) => Value {
  const words = new Map<string, string>(
    Object.entries(counts).flatMap(([name, count]) => [
      [`{${name}}`, inWords(count)] as const,
      [`{${capital(name)}}`, capital(inWords(count))] as const,
    ]),
  );
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return value.replace(/\{\w+\}/g, (token) => words.get(token) ?? token);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  return (value) => fill(value) as typeof value;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
