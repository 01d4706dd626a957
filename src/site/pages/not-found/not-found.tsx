import type { SiteContent } from "../../../content/site-content.ts";
import { Actions, ButtonLink } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import light from "../../parts/window-light.module.css";
import styles from "./not-found.module.css";

export const notFoundProps = ({ site }: SiteContent) => site.notFound;

/** The dark page for an unknown address. */
export function NotFound({ code, heading, help, button }: ReturnType<typeof notFoundProps>) {
  return (
    <section className={`${styles.message} ${light.windowLight} ${layout.onDusk} ${layout.frame}`}>
      <h1>{code}</h1>
      <p className={`${layout.lede} ${styles.lede}`}>{heading}</p>
      <p className={styles.help}>{help}</p>
      <Actions>
        <ButtonLink to="/" kind="light">
          {button}
        </ButtonLink>
      </Actions>
    </section>
  );
}
