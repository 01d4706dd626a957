import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, isMap, parseDocument, visit } from "yaml";
import { writeYaml } from "../../src/content/canonical-yaml.ts";
import { splitFrontMatter } from "../../src/content/markdown.ts";

/** Invented values that an owner would write in place of samples. The number and the street do not exist. */
const replacements: [path: string, value: string][] = [
  ["phone.value", "0131 496 0142"],
  ["phoneE164", "+441314960142"],
  ["email.value", "hello@rehearsal.test"],
  ["address.street.value", "9 Rehearsal Row"],
  ["address.postalCode.value", "R1 2ST"],
  ["social.0.url", "https://www.instagram.com/rehearsal"],
];
const replacementNames = ["Rehearsal", "Robin Doe", "Rehearsal Rooms"];
const signature = { date: "2099-12-31", initials: "RD" };

/** Copies a content folder and makes every edit that the launch check asks an owner for. */
export function rehearseLaunch(from: string, to: string) {
  cpSync(from, to, { recursive: true });
  const sampleNames: string[] = readYaml(join(to, "studio.yaml")).toJS().sampleNames ?? [];
  for (const file of readdirSync(to, { recursive: true, encoding: "utf8" })) {
    const path = join(to, file);
    if (/\.(yaml|md)$/.test(file)) {
      const replaced = sampleNames.reduce(
        (text, name, index) => text.replaceAll(name, replacementNames[index % replacementNames.length] ?? ""),
        readFileSync(path, "utf8"),
      );
      writeFileSync(path, replaced);
      editYaml(path, removeSampleSources);
      editYaml(path, (document) => document.has("suitabilityIs") && document.set("suitabilityIs", "settled"));
    }
  }
  editYaml(join(to, "studio.yaml"), (studio) => {
    for (const [path, value] of replacements)
      if (!path.startsWith("social.") || studio.hasIn(["social", 0])) studio.setIn(path.split("."), value);
    studio.delete("sampleNames");
    studio.set("mark", { letter: replacementNames[0]?.[0] });
    for (const id of Object.keys(studio.toJS().gates)) {
      for (const [field, value] of Object.entries({ answer: "Yes, on file.", ...signature })) {
        studio.setIn(["gates", id, field], value);
      }
      if (studio.hasIn(["gates", id, "proof"])) studio.setIn(["gates", id, "proof"], signature.date);
      if (studio.hasIn(["gates", id, "offer"])) studio.setIn(["gates", id, "offer"], true);
    }
  });
  const { gates } = readYaml(join(to, "studio.yaml")).toJS();
  for (const file of readdirSync(join(to, "treatments"))) {
    editYaml(join(to, "treatments", file), (treatment) => {
      for (const id of treatment.toJS().gates ?? []) {
        const line: string | undefined = gates[id]?.needs;
        if (line && !treatment.has(line)) treatment.set(line, line === "version" ? "does not pierce" : "On file");
      }
    });
  }
  editYaml(join(to, "testimonials.yaml"), (document) => {
    for (const index of document.toJS().testimonials.keys()) {
      document.setIn(["testimonials", index, "source"], "verified");
      document.setIn(["testimonials", index, "consent"], { how: "written", on: "2026-11-20" });
    }
  });
  editYaml(join(to, "results.yaml"), (document) => document.set("illustrationsAccepted", signature));
  editYaml(join(to, "pages/testimonials.yaml"), (document) => {
    const description: string = document.toJS().description;
    document.set("description", description.replace(/\bsamples?\b/gi, "chosen"));
  });
}

/** Samples and guesses lose their source line, as if the owner had confirmed them. */
function removeSampleSources(document: Document) {
  visit(document, {
    Map(_, map) {
      const source = map.get("source");
      if (isMap(map) && (source === "sample" || source === "proposed")) map.delete("source");
    },
  });
}

const readYaml = (path: string) => parseDocument(readFileSync(path, "utf8"));

function editYaml(path: string, change: (document: Document) => unknown) {
  const text = readFileSync(path, "utf8");
  const parts = path.endsWith(".md") ? splitFrontMatter(text) : undefined;
  const document = parseDocument(parts?.frontMatter ?? text);
  change(document);
  const yaml = writeYaml(document);
  writeFileSync(path, parts ? `---\n${yaml}---\n${parts.prose}` : yaml);
}
