import type { ReactNode } from "react";
import styles from "./button.module.css";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

interface ButtonLinkProps {
  to: string;
  state?: unknown;
  kind?: "light" | "line" | "small" | undefined;
  arrow?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function ButtonLink({ to, state, kind, arrow = false, className = "", children }: ButtonLinkProps) {
  return (
    <Link className={buttonClass(kind, className)} data-button to={to} state={state}>
      {children}
      {arrow && <Icon name="arrow" />}
    </Link>
  );
}

/** For what looks like a button and is none of ours to route: a phone number, another site, a form's submit. */
export function buttonClass(kind?: ButtonLinkProps["kind"], className = "") {
  return [styles.button, kind && styles[kind], className].filter(Boolean).join(" ");
}

export function MoreLink({
  to,
  children,
  className = "",
}: {
  to: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <Link className={`${styles.more} ${className}`} to={to}>
      <span>{children}</span>
      <Icon name="arrow" />
    </Link>
  );
}

export function Actions({ children, className = "" }: { children: ReactNode; className?: string | undefined }) {
  return <div className={`${styles.actions} ${className}`}>{children}</div>;
}

export function PhoneLink({ phone, href }: { phone: string; href: string }) {
  return (
    <a className={styles.more} href={href}>
      <span>{phone}</span>
    </a>
  );
}
