import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { contentFolder, openContent } from "../studio/content.ts";
import { isHidden } from "../studio/launch.ts";
import { previewOf } from "../studio/page-head.ts";
import { listPages } from "../studio/page-list.ts";
import { graphOf } from "../studio/structured-data.ts";

/** Pages are only ever rendered at build time, so each is waited for until it is whole. */
export default async function render(request: Request, status: number, headers: Headers, context: EntryContext) {
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await body.allReady;
  const html = await new Response(body).text();
  const forMachines = await machineHead(new URL(request.url).pathname);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(
    html.replace("<style", () => `${forMachines}<style`),
    { status, headers },
  );
}

/**
 * What only machines read. It stands before the style, as some of them read but the start, and is added to the finished page, as a visitor's browser has no use for it: the page's
 * data stays small, and no script element has to be made anew, which the content policy forbids.
 */
async function machineHead(pathname: string): Promise<string> {
  const content = openContent();
  const page = listPages(content).find(({ path }) => path === (pathname.replace(/\/$/, "") || "/"));
  if (!page) return "";
  const graph = JSON.stringify(await graphOf(contentFolder, content, page, __SITE_URL__)).replaceAll("<", "\\u003c");
  return renderToStaticMarkup(
    <>
      {isHidden(content, __SITE_URL__) && <meta name="robots" content="noindex" />}
      {Object.entries(previewOf(contentFolder, content, page)).map(([name, text]) => (
        <meta key={name} {...{ [name.startsWith("og:") ? "property" : "name"]: name }} content={text} />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is data, and the sign that could end it is escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: graph }} />
    </>,
  );
}
