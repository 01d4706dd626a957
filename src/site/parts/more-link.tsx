import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import layout from "./layout.module.css";
import styles from "./more-link.module.css";

interface MoreLinkProps {
  to: string;
  className?: string | undefined;
  children: ReactNode;
}

export function MoreLink({ to, children, className = "" }: MoreLinkProps) {
  return (
    <a className={`${styles.more} ${layout.tap} ${className}`} data-more href={to}>
      <span>{children}</span>
      <Icon shape={icons.arrowRight} />
    </a>
  );
}

export function PhoneLink({ text, number, href }: { text: string; number: string; href: string }) {
  return (
    <a className={`${styles.more} ${layout.tap}`} href={href}>
      <span>
        {text} <span>{number}</span>
      </span>
    </a>
  );
}
