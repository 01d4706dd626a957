import { Actions, ButtonLink } from "./button.tsx";
import styles from "./call-to-action.module.css";
import layout from "./layout.module.css";
import more from "./more-link.module.css";
import light from "./window-light.module.css";

interface CallToActionProps {
  heading: string;
  text: string;
  button: string;
  call: { before: string; text: string; href: string };
}

/** Ends a page with a heading, a sentence and a button. */
export function CallToAction({ heading, text, button, call }: CallToActionProps) {
  return (
    <section className={`${styles.band} ${light.windowLight} ${layout.onDusk} ${layout.onScreen} ${layout.frame}`}>
      <div>
        <h2>{heading}</h2>
        <p className={`${layout.lede} ${styles.lede}`}>{text}</p>
        <Actions className={styles.actions}>
          <ButtonLink to="/contact" kind="light" arrow>
            {button}
          </ButtonLink>
          <a className={`${more.more} ${layout.tap}`} href={call.href}>
            <span>
              {call.before} <span>{call.text}</span>
            </span>
          </a>
        </Actions>
      </div>
    </section>
  );
}
