import "../design/styles/font.css";
import "../design/styles/tokens.css";
import "../design/styles/base.css";
import "../design/styles/button.css";
import "../design/styles/window-light.css";
import "../design/styles/preferences.css";
import "./document.css";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MarkGradient } from "../design/mark.tsx";
import type { Frame } from "./frame.ts";
import { BottomBar } from "./parts/bottom-bar.tsx";
import { Footer } from "./parts/footer.tsx";
import { Header } from "./parts/header.tsx";
import { Notice, noticeScript, PreviewLine } from "./parts/notice.tsx";

/** The build's output for the pages: styles, the inline script, and the addresses of scripts that load later. */
export interface Assets {
  /** The style that every page needs. */
  style: string;
  /** The additional style of each kind of page. */
  pageStyles: Record<string, string>;
  /** The additional style of pages with a notice. */
  noticeStyle?: string;
  /** The sheet for print, dark, forced colours and the like. The preview has none. */
  preferencesSheet?: { href: string; media: string };
  /** The page's background colour, for the browser's own bars, by day and for those who prefer dark. */
  ground: string;
  darkGround: string;
  /** The inline script of every page, and what some kinds of page have besides. */
  inlineScript: string;
  pageInlineScripts: Record<string, string>;
  navigation: string;
  form: string;
  /** Pages with the same build id can share styles and scripts. */
  build: string;
  /** In development, sheets and scripts are separate files, so that an edit shows at once. */
  sheets?: string[];
  scripts?: string[];
}

export interface Head {
  title: string;
  description?: string;
  canonical?: string;
  hidden: boolean;
  preview: Record<string, string>;
  graph?: object;
  /** The content policy, for a page whose host cannot send it as a header. */
  policy?: string;
}

export interface DocumentProps {
  path: string;
  kind: string;
  bare: boolean;
  /** The treatment that the page is about, for every link to the form. */
  about?: string | undefined;
  /** The site is at a public address, and its owner has not launched it yet. */
  preview?: boolean;
  head: Head;
  assets: Assets;
  frame: Frame;
}

/**
 * The style of all pages and that of one kind are one element, since the policy has a hash for each element. The comment
 * divides them for navigation, which adopts the second one: src/site/browser/page-cache.ts.
 */
export const inlineStyle = ({ style, pageStyles }: Pick<Assets, "style" | "pageStyles">, kind: string) =>
  `${style}/**/${pageStyles[kind] ?? ""}`;

/** The script of all pages and that of one kind are one element as well. */
export const inlineScriptOf = (
  { inlineScript, pageInlineScripts }: Pick<Assets, "inlineScript" | "pageInlineScripts">,
  kind: string,
) => inlineScript + (pageInlineScripts[kind] ?? "");

export const toHtml = (props: DocumentProps, page: ReactNode) =>
  `<!DOCTYPE html>${renderToStaticMarkup(<Document {...props}>{page}</Document>)}`;

function Document({ children, ...props }: DocumentProps & { children: ReactNode }) {
  const { path, kind, bare, about, preview, head, assets, frame } = props;
  return (
    <html lang={frame.language} data-build={assets.build}>
      <head>
        {head.policy && <meta httpEquiv="Content-Security-Policy" content={head.policy} />}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={assets.darkGround} media="(prefers-color-scheme:dark)" />
        <meta name="theme-color" content={assets.ground} />
        <title>{head.title}</title>
        {head.description && <meta name="description" content={head.description} />}
        {head.canonical && <link rel="canonical" href={head.canonical} />}
        {/* The metadata precedes the style, since some programs read only the start of a page. */}
        {head.hidden && <meta name="robots" content="noindex" />}
        {Object.entries(head.preview).map(([name, text]) => (
          <meta key={name} {...{ [name.startsWith("og:") ? "property" : "name"]: name }} content={text} />
        ))}
        {head.graph && (
          <Script type="application/ld+json">{JSON.stringify(head.graph).replaceAll("<", "\\u003c")}</Script>
        )}
        <link rel="icon" href="/favicon.ico" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Style data-kind={kind}>{inlineStyle(assets, kind)}</Style>
        <Script data-navigation={assets.navigation} data-form={assets.form} data-sun={frame.sun}>
          {inlineScriptOf(assets, kind)}
        </Script>
        {assets.preferencesSheet && <link rel="stylesheet" {...assets.preferencesSheet} />}
        {assets.sheets?.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <MarkGradient />
        {preview && <PreviewLine />}
        {frame.notice && <Notice text={frame.notice.text} />}
        {frame.notice && assets.inlineScript && <Script>{noticeScript(frame.notice)}</Script>}
        <Header path={path} about={about} {...frame.header} />
        <main id="main" tabIndex={-1} data-about={about}>
          {children}
        </main>
        <Footer about={about} {...frame.footer} />
        <BottomBar {...frame.bottomBar} hidden={bare} about={about} />
        {assets.scripts?.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </body>
    </html>
  );
}

function Style({ children, ...attributes }: React.ComponentProps<"style"> & { children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own style sheet, as Vite built it
  return <style {...attributes} dangerouslySetInnerHTML={{ __html: children }} />;
}

function Script({ children, ...attributes }: React.ComponentProps<"script"> & { children: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as the text is ours, and React would escape it as if it were HTML
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: children }} />;
}
