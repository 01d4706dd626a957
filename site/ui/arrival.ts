import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After each navigation the reader is put where the new page begins. Focus on its heading is also what
 * screen readers announce, once; a live region beside it would say everything twice.
 */
export function useArrival() {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (hash) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname, hash]);
}
