/** What of a page is exchanged for that of another. */
export interface View {
  main: HTMLElement;
  title: string;
  head: Element[];
  bare: boolean;
}

/** In the head, what speaks of this page and no other. Structured data stays: only machines read it, and they load pages. */
const own = "link[rel=canonical], meta[property], meta[name]:not([name=viewport], [name=theme-color])";
const most = 12;
const slow = 10_000;

/** Pages in memory by path: those fetched ahead, and those left, alive and with what was typed into them. */
const kept = new Map<string, Promise<View | undefined>>();

export function viewOf(page: Document): View | undefined {
  const main = page.querySelector("main");
  const bar = page.querySelector<HTMLElement>("[data-bottom-bar]");
  return main && bar
    ? { main, title: page.title, head: [...page.head.querySelectorAll(own)], bare: bar.hasAttribute("hidden") }
    : undefined;
}

export const isKept = (path: string) => kept.has(path);

export function keepPage(path: string, page: Promise<View | undefined>) {
  kept.delete(path);
  kept.set(path, page);
  const [oldest] = kept;
  if (kept.size <= most || !oldest) return;
  kept.delete(oldest[0]);
  // A form may hold what nobody has sent yet.
  oldest[1].then(
    (view) => view?.main.querySelector("form") && kept.set(...oldest),
    () => {},
  );
}

/** The page at a path; nothing if it is better left to the browser. Rejects when it cannot be had. */
export function getPage(path: string): Promise<View | undefined> {
  const known = kept.get(path);
  if (known) return known;
  const page = fetchPage(path);
  keepPage(path, page);
  page.then(
    (view) => view || kept.delete(path),
    () => kept.delete(path),
  );
  return page;
}

/** Ahead of the page that needs it, so that a tap does not wait for it. What another page needs does no harm. */
function addStyle({ head }: Document) {
  const style = head.querySelector<HTMLStyleElement>("style[data-kind]");
  if (style && !document.querySelector(`style[data-kind="${style.dataset.kind}"]`)) document.head.append(style);
}

/** By XMLHttpRequest, which gives a document: the content policy lets nobody make one of a string. */
function fetchPage(path: string) {
  return new Promise<View | undefined>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", path);
    request.responseType = "document";
    request.timeout = slow;
    request.ontimeout = () => resolve(undefined);
    request.onerror = () => reject(new Error(`${path} could not be fetched`));
    request.onload = () => {
      const { status, response, responseURL } = request;
      const page: Document | null = response;
      const view = page && viewOf(page);
      if (status >= 500 || (page && !view)) return reject(new Error(`${path} is no page: ${status}`));
      const same = page?.documentElement.dataset.build === document.documentElement.dataset.build;
      if (page && same) addStyle(page);
      resolve(view && same && status === 200 && new URL(responseURL).pathname === path ? view : undefined);
    };
    request.send();
  });
}
