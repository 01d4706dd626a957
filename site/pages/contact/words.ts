import type { Route } from "./+types/contact";

export type Words = Route.ComponentProps["loaderData"]["form"];
