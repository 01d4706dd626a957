/**
 * Sets a part of a fact in large type, the answer: its first figure, if only a few words come before it, or else its
 * first word, if that is short. A value of any other shape stays as it is. Read one after the other, the parts are its
 * words, in their order.
 */
export function composeFact(value: string) {
  // The sign that the editor's preview puts in front of a text shows nothing, and stays with the first part.
  const [sign = ""] = /^\p{Co}/u.exec(value) ?? [];
  const fact = composeWords(value.slice(sign.length));
  const first = (["before", "answer", "rest"] as const).find((part) => fact[part]) ?? "rest";
  return { ...fact, [first]: sign + fact[first] };
}

function composeWords(value: string) {
  const [, before, figure, unit = "", more = ""] =
    /^([^\d;,]{0,24}?) ?(\d+(?:-\d+)?[;,]?)(?: (\S+(?: per \w+)?))?(?: (.*))?$/.exec(value) ?? [];
  if (before !== undefined && figure) return { before, answer: figure, unit, rest: more };
  // A hyphen may end a word that is too long as a whole.
  const [, word, second = "", rest = ""] =
    /^([^\s;,–-]{3,9}[;,]?)((?:-\S+)?(?: \S+(?:[;,](?= )|$))?)(?: (.*))?$/.exec(value) ?? [];
  if (word) return { before: "", answer: word, unit: second.trim(), rest };
  return { before: "", answer: "", unit: "", rest: value };
}
