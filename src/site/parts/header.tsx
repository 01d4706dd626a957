import type { Frame } from "../frame.ts";
import { ariaCurrent } from "./aria-current.ts";
import { ButtonLink } from "./button.tsx";
import styles from "./header.module.css";
import layout from "./layout.module.css";
import { Logo } from "./logo.tsx";

type HeaderProps = Frame["header"] & { path: string };

export function Header({ path, name, tagline, mark, links, book, skip, menu, visits, phone }: HeaderProps) {
  return (
    <>
      <a className="skip" href="#main">
        {skip}
      </a>
      <header className={`${styles.head} ${layout.frame}`}>
        <div className={styles.bar}>
          <Logo name={name} tagline={tagline} mark={mark} />
          {/* There is no aria-expanded here: without script it would be wrong, and the browser knows the popover's state. */}
          <button className={styles.toggle} type="button" popoverTarget="nav" aria-controls="nav">
            <i />
            <span className={styles.whenClosed}>{menu.open}</span>
            <span className={styles.whenOpen}>{menu.close}</span>
          </button>
          <nav className={styles.nav} id="nav" popover="auto" aria-label="Main">
            <ul role="list">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <a href={to} aria-current={ariaCurrent(path, to)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <ButtonLink to="/contact" kind="small">
              {book}
            </ButtonLink>
            <div className={styles.navFoot}>
              <p>{visits}</p>
              <a href={phone.href}>{phone.text}</a>
            </div>
          </nav>
        </div>
      </header>
    </>
  );
}
