import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Icon } from "../../design/icon.tsx";
import type * as icons from "../../design/icons.ts";
import { Mark, MarkGradient, type MarkShape } from "../../design/mark.tsx";
import type { StudioIdentity } from "../../requests/mail/email-context.ts";

/** The studio's name, logo and language for its desk. */
export type DeskStudio = StudioIdentity & {
  language: string;
  mark: MarkShape;
  /** The titles of questions that an upgrade brought and the owner has not answered. Old releases lack it. */
  questions?: string[];
};

export type PageContent = {
  /** The title starts with the state of the page. */
  title: string;
  /** The one navigation link, beside the logo. */
  navLink?: { href: string; label: string; icon?: icons.IconShape };
  children: ReactNode;
};

type PageProps = PageContent & { studio: DeskStudio; stylesheetUrl: string };

export const renderPage = (props: PageProps): string => `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;

function Page({ studio, stylesheetUrl, title, navLink, children }: PageProps) {
  return (
    <html lang={studio.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#162b26" media="(prefers-color-scheme:dark)" />
        <meta name="theme-color" content="#f3f5f3" />
        <title>{`${title} | ${studio.shortName} desk`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesheetUrl} />
      </head>
      <body>
        <MarkGradient />
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="head">
          <div className="head__bar">
            <a className="mark" href="/desk">
              <Mark mark={studio.mark} />
              <span>
                <b>{studio.shortName}</b> <small>Desk</small>
              </span>
            </a>
            {navLink && (
              <a className="text-button" href={navLink.href}>
                {navLink.icon && <Icon shape={navLink.icon} />}
                {navLink.label}
              </a>
            )}
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
