import { useEffect } from "react";
import { preloadModule } from "react-dom";
import { useLocation } from "react-router";

interface Frame extends Window {
  __reactRouterManifest?: {
    routes: Record<string, { path?: string; index?: boolean; module: string; imports?: string[] }>;
  };
}

const fetched = new Set<string>();

/** What one page may have fetched ahead unasked: a list of thirty links must not cost thirty pages. */
const most = 5;

/** Long enough in view to be read: what is scrolled past is not fetched. */
const glance = 400;

/**
 * Fetches the page a link leads to once a finger or pointer reaches for the link or, unless data is to be saved, the
 * link has been in view for a moment and the browser is idle. The router could do so itself, but reloads the
 * document when that fails: a visitor on a train would lose the form she is filling in.
 */
export function useFetchAhead() {
  const { pathname } = useLocation();
  useEffect(fetchWhatIsReachedFor, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(fetchWhatIsLookedAt, [pathname]);
}

function fetchWhatIsReachedFor() {
  const reach = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href^='/']");
    if (link) fetchPage(link.pathname);
  };
  const signs = ["pointerover", "touchstart", "focusin"];
  for (const sign of signs) document.addEventListener(sign, reach, { passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, reach);
  };
}

function fetchWhatIsLookedAt() {
  if ((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const timers = new Map<Element, number>();
  let left = most;
  const fetchUnasked = ({ pathname }: HTMLAnchorElement) => {
    if (isNew(pathname) && left-- > 0) fetchPage(pathname);
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target));
      const look = () => whenIdle(() => fetchUnasked(target as HTMLAnchorElement));
      if (isIntersecting) timers.set(target, window.setTimeout(look, glance));
    }
  });
  whenIdle(() => {
    for (const link of document.querySelectorAll("a[href^='/']")) observer.observe(link);
  });
  return () => {
    left = 0;
    observer.disconnect();
  };
}

const whenIdle = (act: () => void) => (window.requestIdleCallback ?? setTimeout)(act);

const isNew = (path: string) => path !== location.pathname && !fetched.has(path);

async function fetchPage(path: string) {
  if (!isNew(path)) return;
  fetched.add(path);
  const routes = Object.values((window as Frame).__reactRouterManifest?.routes ?? {});
  const route = routes.find(({ path: own = "", index }) => (index || own) && `/${own}` === path);
  if (!route) return;
  for (const module of [route.module, ...(route.imports ?? [])]) preloadModule(module, { as: "script" });
  try {
    // Not a link of rel=prefetch, which Firefox holds to default-src.
    await fetch(`${path === "/" ? "/_" : path}.data`, { priority: "low" });
    whenIdle(() => import(/* @vite-ignore */ route.module).catch(() => {}));
  } catch {}
}
