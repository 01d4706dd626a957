import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { contentFolder } from "../studio/content.ts";
import { readContent } from "../studio/read.ts";

const slugs = [...readContent(contentFolder).treatments.keys()];

export default [
  layout("pages/failure/failure.tsx", [
    index("pages/home/home.tsx"),
    route("about", "pages/about/about.tsx"),
    route("treatments", "pages/treatments/treatments.tsx"),
    ...slugs.map((slug) => route(`treatments/${slug}`, "pages/treatment/treatment.tsx", { id: slug })),
    route("results", "pages/results/results.tsx"),
    route("testimonials", "pages/testimonials/testimonials.tsx"),
    route("contact", "pages/contact/contact.tsx"),
    route("privacy", "pages/privacy/privacy.tsx"),
    route("*", "pages/not-found/not-found.tsx"),
  ]),
] satisfies RouteConfig;
