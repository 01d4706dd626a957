import { readFileSync } from "node:fs";

const schema = "http://schema.org/";
const rdfs = "http://www.w3.org/2000/01/rdf-schema#";
const entityTypes: Record<string, string> = {
  [`${rdfs}Class`]: "rdfs:Class",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property": "rdf:Property",
};
const relations: Record<string, string> = {
  [`${rdfs}subClassOf`]: "rdfs:subClassOf",
  [`${schema}domainIncludes`]: "schema:domainIncludes",
};

type Entity = Record<string, string | { "@id": string }[]>;

/** Reads the whole of schema.org for the validator: types, their parents and their properties. */
export function readVocabulary() {
  const entities = new Map<string, Entity>();
  const source = readFileSync(new URL("schema.nq", import.meta.resolve("@vocabulary/schema")), "utf8");
  for (const [, subject = "", predicate = "", object = ""] of source.matchAll(/^<(\S+)> <(\S+)> <(\S+)> /gm)) {
    if (!subject.startsWith(schema)) continue;
    const entity: Entity = entities.get(subject) ?? { "@id": subject };
    entities.set(subject, entity);
    const relation = relations[predicate];
    const known = relation ? entity[relation] : undefined;
    if (relation) entity[relation] = [...(Array.isArray(known) ? known : []), { "@id": object }];
    else if (predicate.endsWith("#type") && entityTypes[object]) entity["@type"] = entityTypes[object];
  }
  return { "@graph": [...entities.values()] };
}
