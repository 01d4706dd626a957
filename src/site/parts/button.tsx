import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { bookLink } from "./book-link.ts";
import styles from "./button.module.css";

interface ButtonLinkProps {
  to: string;
  kind?: "light" | "line" | "small" | undefined;
  arrow?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function ButtonLink({ to, kind, arrow = false, className = "", children }: ButtonLinkProps) {
  return (
    <a className={buttonClass(kind, className)} data-button href={to}>
      {children}
      {arrow && <Icon shape={icons.arrowRight} />}
    </a>
  );
}

interface BookButtonProps extends Omit<ButtonLinkProps, "to"> {
  /** The treatment or the path that the form is to be about. */
  about?: string | undefined;
}

export const BookButton = ({ about, ...props }: BookButtonProps) => <ButtonLink to={bookLink(about)} {...props} />;

/** The class for other elements that look like a button: a phone number, an external link, a submit button. */
export function buttonClass(kind?: ButtonLinkProps["kind"], className = "") {
  return ["button", kind && `button--${kind}`, className].filter(Boolean).join(" ");
}

export function Actions({ children, className = "" }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${styles.actions} ${className}`}>{children}</div>;
}
