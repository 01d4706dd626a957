import { preloadModule } from "react-dom";

interface Frame extends Window {
  __reactRouterManifest?: {
    routes: Record<string, { path?: string; index?: boolean; module: string; imports?: string[] }>;
  };
}

const fetched = new Set<string>();

/** What one page may have fetched ahead unasked: a list of thirty links must not cost thirty pages. */
const most = 5;
let here = { path: "", left: most };

/** Long enough in view to be read: what is scrolled past is not fetched. */
const glance = 400;

/**
 * Fetches the page a link leads to once a finger or pointer reaches for the link or, unless data is to be saved, the
 * link has been in view for a moment and the browser is idle. The router could do so itself, but reloads the
 * document when that fails: a visitor on a train would lose the form she is filling in.
 */
export function fetchAhead(link: HTMLAnchorElement) {
  const fetchNow = () => fetchPage(link.pathname);
  const signs = ["pointerenter", "touchstart", "focus"];
  for (const sign of signs) link.addEventListener(sign, fetchNow, { passive: true });
  const fetchUnasked = () => {
    if (here.path !== location.pathname) here = { path: location.pathname, left: most };
    if (isNew(link.pathname) && here.left-- > 0) fetchNow();
  };
  const lookAway = whenLookedAt(link, () => (window.requestIdleCallback ?? setTimeout)(fetchUnasked));
  return () => {
    for (const sign of signs) link.removeEventListener(sign, fetchNow);
    lookAway?.();
  };
}

function whenLookedAt(link: Element, act: () => void) {
  if ((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) return;
  let timer: number | undefined;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1)?.isIntersecting) timer = window.setTimeout(act, glance);
  });
  observer.observe(link);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

const isNew = (path: string) => path !== location.pathname && !fetched.has(path);

function fetchPage(path: string) {
  if (!isNew(path)) return;
  fetched.add(path);
  const routes = Object.values((window as Frame).__reactRouterManifest?.routes ?? {});
  const route = routes.find(({ path: own = "", index }) => (index || own) && `/${own}` === path);
  if (!route) return;
  for (const module of [route.module, ...(route.imports ?? [])]) preloadModule(module, { as: "script" });
  // Not a link of rel=prefetch, which Firefox holds to default-src.
  fetch(`${path === "/" ? "/_" : path}.data`, { priority: "low" }).catch(() => {});
}
