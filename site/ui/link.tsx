import { type LinkProps, Link as RouterLink } from "react-router";

/** A link within the site: cross-fades to its page. */
export const Link = (props: LinkProps) => <RouterLink viewTransition {...props} />;
