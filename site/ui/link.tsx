import { useEffect, useRef } from "react";
import { type LinkProps, Link as RouterLink } from "react-router";
import { fetchAhead } from "./fetch-ahead.ts";

/** A link within the site, whose page is fetched ahead of the tap and shown at once: a cross-fade would make it wait. */
export function Link(props: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => (link.current ? fetchAhead(link.current) : undefined), []);
  return <RouterLink ref={link} {...props} />;
}
