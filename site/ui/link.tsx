import { useSyncExternalStore } from "react";
import { type LinkProps, Link as RouterLink } from "react-router";

/** A link within the site: cross-fades to its page, which it fetches ahead of the tap. */
export function Link(props: LinkProps) {
  const prefetch = useSyncExternalStore(subscribe, mayPrefetchInView, () => false);
  return <RouterLink prefetch={prefetch ? "viewport" : "intent"} viewTransition {...props} />;
}

const subscribe = () => () => {};

function mayPrefetchInView() {
  return !(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData;
}
