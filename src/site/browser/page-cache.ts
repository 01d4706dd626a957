/** The parts of a page that navigation replaces. */
export interface View {
  main: HTMLElement;
  title: string;
  head: Element[];
  bare: boolean;
}

/** The head elements that belong to one page. Structured data is left alone: its readers load whole pages. */
const pageHeadSelector = "link[rel=canonical], meta[property], meta[name]:not([name=viewport], [name=theme-color])";
const maxCachedPages = 12;
const fetchTimeoutMs = 10_000;

/** Pages in memory by path: prefetched ones, and visited ones with the text that was typed into them. */
const pageCache = new Map<string, Promise<View | undefined>>();

export function readView(page: Document): View | undefined {
  const main = page.querySelector("main");
  const bottomBar = page.querySelector<HTMLElement>("[data-bottom-bar]");
  return main && bottomBar
    ? {
        main,
        title: page.title,
        head: [...page.head.querySelectorAll(pageHeadSelector)],
        bare: bottomBar.hasAttribute("hidden"),
      }
    : undefined;
}

export const isCached = (path: string) => pageCache.has(path);

export function cachePage(path: string, page: Promise<View | undefined>) {
  pageCache.delete(path);
  pageCache.set(path, page);
  const [oldest] = pageCache;
  if (pageCache.size <= maxCachedPages || !oldest) return;
  pageCache.delete(oldest[0]);
  // A page with a form is kept, since it may hold text that has not been sent.
  oldest[1].then(
    (view) => view?.main.querySelector("form") && pageCache.set(...oldest),
    () => {},
  );
}

/** Returns the page at a path, or undefined if the browser should load it. Rejects when it cannot be loaded. */
export function getPage(path: string): Promise<View | undefined> {
  const cached = pageCache.get(path);
  if (cached) return cached;
  const page = fetchPage(path);
  cachePage(path, page);
  page.then(
    (view) => view || pageCache.delete(path),
    () => pageCache.delete(path),
  );
  return page;
}

const findStyle = (page: Document) => page.querySelector<HTMLStyleElement>("style[data-kind]");

/** The kinds of page whose style is here. */
const styledKinds = new Set([findStyle(document)?.dataset.kind]);

/**
 * Adds a page's style when it is fetched, so that a tap does not wait for it. The styles of pages do not conflict. It is
 * no element, because the policy of this page allows only this page's own.
 */
function addStyle(page: Document) {
  const style = findStyle(page);
  if (!style || styledKinds.has(style.dataset.kind)) return;
  styledKinds.add(style.dataset.kind);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  document.adoptedStyleSheets.push(sheet);
}

/** Uses XMLHttpRequest because it returns a document; the content policy forbids parsing a string. */
function fetchPage(path: string) {
  return new Promise<View | undefined>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", path);
    request.responseType = "document";
    request.timeout = fetchTimeoutMs;
    request.ontimeout = () => resolve(undefined);
    request.onerror = () => reject(new Error(`${path} could not be fetched`));
    request.onload = () => {
      const { status, response, responseURL } = request;
      const page: Document | null = response;
      const view = page && readView(page);
      if (status >= 500 || (page && !view)) return reject(new Error(`${path} is no page: ${status}`));
      const sameBuild = page?.documentElement.dataset.build === document.documentElement.dataset.build;
      if (page && sameBuild) addStyle(page);
      resolve(view && sameBuild && status === 200 && new URL(responseURL).pathname === path ? view : undefined);
    };
    request.send();
  });
}
