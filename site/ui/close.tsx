import { Actions, ButtonLink, PhoneLink } from "./button.tsx";
import cast from "./cast.module.css";
import styles from "./close.module.css";
import layout from "./layout.module.css";

interface CloseProps {
  heading: string;
  text: string;
  button: string;
  call: { text: string; href: string };
}

/** The last light of a page: one heading, one sentence, one thing to do. */
export function Close({ heading, text, button, call }: CloseProps) {
  return (
    <section className={`${styles.close} ${cast.cast} ${layout.frame}`}>
      <div>
        <h2>{heading}</h2>
        <p className={`${layout.lede} ${styles.lede}`}>{text}</p>
        <Actions className={styles.actions}>
          <ButtonLink to="/contact" kind="light" arrow>
            {button}
          </ButtonLink>
          <PhoneLink phone={call.text} href={call.href} />
        </Actions>
      </div>
    </section>
  );
}
