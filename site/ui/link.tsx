import { useEffect, useRef, useState } from "react";
import { type LinkProps, Link as RouterLink } from "react-router";

/** A link within the site: cross-fades to its page, which is fetched ahead of the tap. */
export function Link(props: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const [looked, setLooked] = useState(false);
  useEffect(() => whenLookedAt(link.current, () => setLooked(true)), []);
  return <RouterLink ref={link} prefetch={looked ? "render" : "intent"} viewTransition {...props} />;
}

/** Long enough in view to be read: what is scrolled past is not fetched. */
const glance = 400;

function whenLookedAt(element: Element | null, act: () => void) {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!element || connection?.saveData) return;
  let timer = 0;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (!entries.at(-1)?.isIntersecting) return;
    timer = window.setTimeout(() => {
      observer.disconnect();
      (window.requestIdleCallback ?? setTimeout)(act);
    }, glance);
  });
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
