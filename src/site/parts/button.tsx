import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import styles from "./button.module.css";

interface ButtonLinkProps {
  to: string;
  /** The treatment that this button fills into the form. */
  treatment?: string | undefined;
  kind?: "light" | "line" | "small" | undefined;
  arrow?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function ButtonLink({ to, treatment, kind, arrow = false, className = "", children }: ButtonLinkProps) {
  return (
    <a className={buttonClass(kind, className)} data-button href={to} data-treatment={treatment}>
      {children}
      {arrow && <Icon shape={icons.arrowRight} />}
    </a>
  );
}

/** The class for other elements that look like a button: a phone number, an external link, a submit button. */
export function buttonClass(kind?: ButtonLinkProps["kind"], className = "") {
  return ["button", kind && `button--${kind}`, className].filter(Boolean).join(" ");
}

export function Actions({ children, className = "" }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${styles.actions} ${className}`}>{children}</div>;
}
