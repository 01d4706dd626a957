import { Document } from "yaml";
import { writeYaml } from "../../content/canonical-yaml.ts";
import { situationNames } from "../../content/schemas/treatment-schema.ts";

type Values = Record<string, unknown>;

/** A treatment's file in the canonical format. */
export const treatmentText = (values: Values) => writeYaml(new Document(values, { aliasDuplicateObjects: false }));

const guess = (value: string) => ({ value, source: "proposed" });

/** A treatment that is still to be written. The launch check takes every sentence in braces for a placeholder. */
export function emptyTreatment(given: Values, rest: Values): string {
  const answer = { answer: "Ask first", reason: "{Why, in a few words}" };
  const words = {
    description:
      "{Say in one or two sentences of 120 to 155 characters what this page tells: how it works, how long it takes, and what it cannot do.}",
    updated: "",
    duration: guess("{How long?}"),
    downtime: guess("{How long until nobody sees it?}"),
    comfort: guess("{What does it feel like?}"),
    frequency: guess("{How often?}"),
    suitability: Object.fromEntries(situationNames.map((name) => [name, answer])),
    suitabilityIs: "proposed",
  };
  return treatmentText({ ...given, ...words, ...rest, body: emptyBody(String(given.name)) });
}

const emptyBody = (name: string) => ({
  whatIs: { heading: `What is ${name}?`, text: "{What it is, what it does, and what it cannot do.}" },
  steps: [
    { label: "{First}", text: "{What happens first.}" },
    { label: "{Then}", text: "{What happens then.}" },
    { label: "{Last}", text: "{How the visit ends.}" },
  ],
  benefits: {
    intro: "{It suits people with:}",
    items: ["{One reason to come}", "{A second}", "{A third}", "{A fourth}"],
  },
  risks: {
    usual: ["{What most people notice, and for how long}"],
    rare: ["{What seldom happens, and how serious it is}"],
    worry: "{Which signs need a doctor, and which an ambulance.}",
  },
  before: {
    notDone: ["{Who may not have it}"],
    askDoctor: ["{Who has to ask a doctor}"],
    tellMe: ["{What you need to know of a client}"],
    aftercare: "{What to do, and for how many days.}",
  },
});
