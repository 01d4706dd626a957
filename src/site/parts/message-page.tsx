import { Actions, ButtonLink } from "./button.tsx";
import layout from "./layout.module.css";
import styles from "./message-page.module.css";
import light from "./window-light.module.css";

interface MessagePageProps {
  heading: string;
  lede?: string;
  help: string;
  phone?: { text: string; href: string } | undefined;
  button: string;
  /** The heading is text instead of a number. */
  small?: boolean;
}

/** The dark page for an unknown address or an error. */
export function MessagePage({ heading, lede, help, phone, button, small = false }: MessagePageProps) {
  return (
    <section className={`${styles.message} ${small ? styles.error : ""} ${light.windowLight} ${layout.frame}`}>
      <h1>{heading}</h1>
      {lede && <p className={`${layout.lede} ${styles.lede}`}>{lede}</p>}
      <p className={styles.help}>
        {help}
        {phone && (
          <>
            {" "}
            <a href={phone.href}>{phone.text}</a>.
          </>
        )}
      </p>
      <Actions>
        <ButtonLink to="/" kind="light">
          {button}
        </ButtonLink>
      </Actions>
    </section>
  );
}
