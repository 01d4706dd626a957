import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "./button.tsx";
import styles from "./header.module.css";
import layout from "./layout.module.css";
import { Link } from "./link.tsx";
import { Mark, type MarkProps } from "./mark.tsx";

interface HeaderProps {
  name: string;
  tagline: string;
  mark: MarkProps["mark"];
  links: { label: string; to: string }[];
  book: string;
  skip: string;
  menu: { open: string; close: string };
  visits: string;
  phone: { text: string; href: string };
}

export function Header({ name, tagline, mark, links, book, skip, menu, visits, phone }: HeaderProps) {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const expanded = useMenu(nav);

  return (
    <>
      <a className={styles.skip} href="#main">
        {skip}
      </a>
      <header className={`${styles.head} ${layout.frame}`}>
        <div className={styles.bar}>
          <Mark name={name} tagline={tagline} mark={mark} />
          <button
            className={styles.toggle}
            type="button"
            popoverTarget="nav"
            aria-controls="nav"
            aria-expanded={expanded}
          >
            <i />
            <span className={styles.whenClosed}>{menu.open}</span>
            <span className={styles.whenOpen}>{menu.close}</span>
          </button>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link chosen by keyboard clicks too */}
          <nav ref={nav} className={styles.nav} id="nav" popover="auto" aria-label="Main" onClick={hideOnChoice}>
            <ul role="list">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} aria-current={current(pathname, to)}>
                    {label}
                  </Link>
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

/** The page itself, or a page beneath it. Pages are prerendered at an address that ends in a slash. */
function current(pathname: string, to: string) {
  if (pathname === to || pathname === `${to}/`) return "page";
  return to !== "/" && pathname.startsWith(`${to}/`) ? "true" : undefined;
}

function hideOnChoice(event: React.MouseEvent<HTMLElement>) {
  if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.hidePopover();
}

/**
 * The browser opens and closes the popover, with Escape and the return of focus. Script only tells
 * assistive technology of older browsers, and keeps the page behind it out of reach. Until it runs the
 * attribute is absent, as the browser's own knowledge of the state is right and a fixed one would not be.
 */
function useMenu(nav: React.RefObject<HTMLElement | null>) {
  const [expanded, setExpanded] = useState<boolean>();

  useEffect(() => {
    const menu = nav.current;
    if (!menu) return;
    const wide = window.matchMedia("(width >= 60rem)");
    const follow = () => {
      const open = menu.matches(":popover-open");
      setExpanded(open);
      for (const part of document.querySelectorAll<HTMLElement>("main, footer")) part.inert = open;
    };
    const closeWhenWide = () => wide.matches && menu.hidePopover();
    follow();
    menu.addEventListener("toggle", follow);
    wide.addEventListener("change", closeWhenWide);
    return () => {
      menu.removeEventListener("toggle", follow);
      wide.removeEventListener("change", closeWhenWide);
    };
  }, [nav]);

  return expanded;
}
