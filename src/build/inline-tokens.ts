/**
 * Writes a token's value where it is used, if that is one place only, and drops the token: the sheets are in every page,
 * where each byte counts, and a name that is read once says nothing to a browser. Tokens that a sheet sets again, such as
 * for more contrast, stay, and so do those that the studio's content sets.
 */
export function inlineTokens(styles: Record<string, string>): Record<string, string> {
  const names = Object.keys(styles);
  const all = () => names.map((name) => styles[name]).join("\n");
  for (const [declaration, token = "", value = ""] of all().matchAll(/(--[\w-]+):([^;{}]+);/g)) {
    const isSetOnce = all().split(`${token}:`).length === 2;
    const use = `var(${token})`;
    if (!isSetOnce || setByContent.includes(token) || all().split(use).length !== 2) continue;
    for (const name of names) styles[name] = (styles[name] ?? "").replace(declaration, "").replace(use, () => value);
  }
  return styles;
}

const setByContent = ["--accent", "--spectrum", "--hue", "--glow"];
