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

export type PhoneLinkProps = { before: string; text: string; href: string };

export function PhoneLink({ before, text, href }: PhoneLinkProps) {
  return (
    <a className={`${styles.more} ${layout.tap}`} href={href}>
      <span>
        {before} <span>{text}</span>
      </span>
    </a>
  );
}
