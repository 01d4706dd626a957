import { Document } from "yaml";
import { writeYaml } from "../../content/canonical-yaml.ts";
import { situationNames } from "../../content/schemas/treatment-schema.ts";

type Values = Record<string, unknown>;

/** A treatment's file in the canonical format. */
export const treatmentText = (values: Values, prose: string) =>
  `---\n${writeYaml(new Document(values, { aliasDuplicateObjects: false }))}---\n\n${prose.trim()}\n`;

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
  return treatmentText({ ...given, ...words, ...rest }, emptyProse(String(given.name)));
}

const emptyProse = (name: string) => `## What is ${name}?

{What it is, what it does, and what it cannot do.}

## How It Works

- **{First}.** {What happens first.}
- **{Then}.** {What happens then.}
- **{Last}.** {How the visit ends.}

## Who Benefits Most

{It suits people with:}

- {One reason to come}
- {A second}
- {A third}
- {A fourth}

## What can go wrong

### Usual

- {What most people notice, and for how long}

### Rare

- {What seldom happens, and how serious it is}

### When to worry

{Which signs need a doctor, and which an ambulance.}

## Before you book

### Not done if

- {Who may not have it}

### Ask your doctor first

- {Who has to ask a doctor}

### Tell me

- {What you need to know of a client}

### Aftercare

{What to do, and for how many days.}
`;
