import type * as v from "valibot";
import { type PageName, type PageWords, pageFile, pageNames, pages } from "./pages.ts";
import { siteSchema } from "./schemas/site-schema.ts";
import {
  claimsSchema,
  imagesSchema,
  pathsSchema,
  resultsSchema,
  studioSchema,
  testimonialsSchema,
} from "./schemas/studio-schemas.ts";
import { type Treatment, treatmentSchema } from "./schemas/treatment-schema.ts";

/** The files that belong to no single page. */
export const commonFiles = {
  "studio.yaml": studioSchema,
  "site.yaml": siteSchema,
  "claims.yaml": claimsSchema,
  "paths.yaml": pathsSchema,
  "testimonials.yaml": testimonialsSchema,
  "results.yaml": resultsSchema,
  "images/images.yaml": imagesSchema,
};

/** The schema of every file in a content folder. All treatment files share one. */
export const fileSchemas: Record<string, v.GenericSchema> = {
  ...commonFiles,
  ...Object.fromEntries(pageNames.map((name) => [pageFile(name), pages[name].schema])),
  "treatments/*.yaml": treatmentSchema,
};

type Read<File extends keyof typeof commonFiles> = v.InferOutput<(typeof commonFiles)[File]>;

/** The whole content of a folder, checked. */
export interface Content {
  studio: Read<"studio.yaml">;
  site: Read<"site.yaml">;
  claims: Read<"claims.yaml">;
  paths: Read<"paths.yaml">["paths"];
  /** The treatments that were removed for good. */
  former: Read<"paths.yaml">["former"];
  /** Each has a path: its own, or that of its treatment. */
  testimonials: (Read<"testimonials.yaml">["testimonials"][number] & { path: string })[];
  results: Read<"results.yaml">["results"];
  illustrationsAccepted: boolean;
  images: Read<"images/images.yaml">;
  pages: PageWords;
  treatments: Map<string, Treatment>;
}

/** The files that could be read; a file with a mistake is missing. */
export type PartialContent = {
  [Key in keyof Content]: Key extends "pages"
    ? { [Name in PageName]: PageWords[Name] | undefined }
    : Content[Key] | (Key extends "treatments" | "illustrationsAccepted" ? never : undefined);
};
