import { useEffect } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import type { loader } from "../../root.tsx";
import { Dusk } from "../../ui/dusk.tsx";
import type { Route } from "./+types/failure";

export const meta: Route.MetaFunction = ({ error, matches }) => {
  const { footer, error: words } = matches[0].loaderData;
  return error ? [{ title: `${words.heading} | ${footer.brand}` }] : [];
};

export default function Page() {
  return <Outlet />;
}

/**
 * Stands in for a page that failed, within the frame of the site. A boundary of the root would write the whole
 * document anew, inline scripts and style included, which the content policy rightly refuses.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>("root");
  useEffect(() => console.error(error), [error]);
  return frame && <Dusk small {...frame.error} phone={frame.header.phone} />;
}
