import { Fragment } from "react";
import type { Frame } from "../frame.ts";
import { bookLink } from "./book-link.ts";
import styles from "./footer.module.css";
import layout from "./layout.module.css";
import { Logo } from "./logo.tsx";
import { EmailLink } from "./prose.tsx";

export function Footer({ about, ...props }: Frame["footer"] & { about?: string | undefined }) {
  return (
    <footer className={`${styles.footer} ${layout.onDusk} ${layout.frame}`}>
      <div className={styles.grid}>
        <div className={layout.stack}>
          <Logo {...props} />
          <p>{props.blurb}</p>
        </div>
        <nav aria-label={props.linksHeading}>
          <h2>{props.linksHeading}</h2>
          <ul role="list">
            {props.links.map(({ label, to }) => (
              <li key={to}>
                <a href={to === bookLink() ? bookLink(about) : to}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2>{props.contactHeading}</h2>
          <address>
            {props.address.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
            <EmailLink email={props.email} />
            <br />
            <a href={props.phone.href}>{props.phone.text}</a>
            {props.social.map(({ name, url }) => (
              <Fragment key={url}>
                <br />
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                  <span className="sr-only"> ({props.newTab})</span>
                </a>
              </Fragment>
            ))}
          </address>
        </div>
      </div>
      <div className={`${styles.end} ${layout.spread}`}>
        <p>
          {/* Pages are built ahead of time, so the browser fills in the year of the visit. */}©{" "}
          <span data-year>{props.builtIn}</span> {props.brand}. {props.rights}
        </p>
        <p>
          {props.results} <a href="/privacy">{props.privacy}</a>
        </p>
      </div>
    </footer>
  );
}
