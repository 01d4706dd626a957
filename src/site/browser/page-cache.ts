/** The parts of a page that navigation replaces. */
export interface View {
  main: HTMLElement;
  title: string;
  head: Element[];
  bare: boolean;
}

/** The head elements that belong to one page. */
const pageHeadSelector =
  "link[rel=canonical], meta[property], meta[name]:not([name=viewport], [name=theme-color]), script[type*=json]";
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

/** The kinds of page whose style is here. */
const styledKinds = new Set([document.querySelector<HTMLElement>("style[data-kind]")?.dataset.kind]);

/** Adds a page's style when it is fetched, so that a tap does not wait for it. The styles of pages do not conflict. */
function addStyle(kind: string, css: string) {
  if (styledKinds.has(kind)) return;
  styledKinds.add(kind);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Uses XMLHttpRequest because it returns a document; the content policy forbids parsing a string. */
const send = (url: string, responseType: "text" | "document") =>
  new Promise<XMLHttpRequest | undefined>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", url);
    request.responseType = responseType;
    request.timeout = fetchTimeoutMs;
    request.ontimeout = () => resolve(undefined);
    request.onerror = () => reject(new Error(`${url} failed`));
    request.onload = () => resolve(request);
    request.send();
  });

async function fetchPage(path: string): Promise<View | undefined> {
  const request = await send(path, "text");
  if (!request) return undefined;
  const { status, response, responseURL } = request;
  // Parsing the style would take longer than parsing the page, and the content policy refuses that of another page.
  let style = ["", ""];
  const html = String(response).replace(/<style data-kind="(.*?)">.*?\/\*\*\/(.*?)<\/style>/s, (_, ...found) => {
    style = found;
    return "";
  });
  const url = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  const page: Document = (await send(url, "document"))?.response;
  URL.revokeObjectURL(url);
  const view = readView(page);
  if (status >= 500 || !view) throw new Error(`${path} answered ${status}`);
  if (page.documentElement.dataset.build !== document.documentElement.dataset.build) return undefined;
  addStyle(...(style as [string, string]));
  return status === 200 && new URL(responseURL).pathname === path ? view : undefined;
}
