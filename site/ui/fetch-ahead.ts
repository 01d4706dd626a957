import { preloadModule } from "react-dom";

interface Frame extends Window {
  __reactRouterManifest?: {
    routes: Record<string, { path?: string; index?: boolean; module: string; imports?: string[] }>;
  };
}

const fetched = new Set<string>();
let inView: IntersectionObserver | undefined;

/**
 * Fetches the page a link leads to once the link is in view. The router could do so itself, but reloads the
 * document when that fails: a visitor on a train would lose the form she is filling in.
 */
export function fetchAhead(link: HTMLAnchorElement) {
  if ((navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData) return;
  inView ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) fetchPage((target as HTMLAnchorElement).pathname);
    }
  });
  inView.observe(link);
  return () => inView?.unobserve(link);
}

function fetchPage(path: string) {
  if (path === location.pathname || fetched.has(path)) return;
  fetched.add(path);
  const routes = Object.values((window as Frame).__reactRouterManifest?.routes ?? {});
  const route = routes.find(({ path: own = "", index }) => (index || own) && `/${own}` === path);
  if (!route) return;
  for (const module of [route.module, ...(route.imports ?? [])]) preloadModule(module, { as: "script" });
  const data = document.createElement("link");
  Object.assign(data, { rel: "prefetch", as: "fetch", href: path === "/" ? "/_.data" : `${path}.data` });
  document.head.append(data);
}
