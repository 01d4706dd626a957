import { useEffect } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import type { loader } from "../../root.tsx";
import { Dusk } from "../../ui/dusk.tsx";
import type { Route } from "./+types/not-found";

export const handle = { bare: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: matches[0].loaderData.notFound.documentTitle },
  { name: "robots", content: "noindex" },
];

/** Its words come with the frame of the page: an unknown address has no data of its own to fetch. */
export default function NotFound() {
  const { pathname } = useLocation();
  const words = useRouteLoaderData<typeof loader>("root")?.notFound;
  // The path alone: a query string may carry what somebody typed.
  useEffect(() => console.error(`404: ${pathname}`), [pathname]);
  return words && <Dusk heading={words.code} lede={words.heading} help={words.help} button={words.button} />;
}
