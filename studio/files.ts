import {
  aboutSchema,
  contactSchema,
  homeSchema,
  privacySchema,
  resultsPageSchema,
  siteSchema,
  testimonialsPageSchema,
  treatmentPageSchema,
  treatmentsSchema,
} from "./page-schemas.ts";
import { claimsSchema, imagesSchema, pathsSchema, resultsSchema, studioSchema, testimonialsSchema } from "./schemas.ts";
import { treatmentSchema } from "./treatment-schema.ts";

/** Every file of a content folder, and its shape. A treatment is one file of many. */
export const files = {
  "studio.yaml": studioSchema,
  "site.yaml": siteSchema,
  "claims.yaml": claimsSchema,
  "paths.yaml": pathsSchema,
  "testimonials.yaml": testimonialsSchema,
  "results.yaml": resultsSchema,
  "images/images.yaml": imagesSchema,
  "pages/home.yaml": homeSchema,
  "pages/about.yaml": aboutSchema,
  "pages/treatments.yaml": treatmentsSchema,
  "pages/treatment.yaml": treatmentPageSchema,
  "pages/results.yaml": resultsPageSchema,
  "pages/testimonials.yaml": testimonialsPageSchema,
  "pages/contact.yaml": contactSchema,
  "pages/privacy.md": privacySchema,
  "treatments/*.md": treatmentSchema,
} as const;
