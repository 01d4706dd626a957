import "./notice.css";
import layout from "./layout.module.css";

/** One line above the header, from its first day until the end of its last. */
export const Notice = ({ text, label = "Notice" }: { text: string; label?: string }) => (
  <aside className={`notice-line ${layout.frame}`} aria-label={label}>
    <p>{text}</p>
  </aside>
);

/** The same line on every page of a public site until its owner has launched it. */
export const PreviewLine = () => <Notice label="Preview" text="Preview. This studio has not opened its site yet." />;

/**
 * Hides the notice before it begins and once it has ended, before it is painted, and looks again whenever a page that was
 * left open is hidden or shown. It stands right behind the notice.
 */
export const noticeScript = ({ begins = 0, ends }: { begins?: number | undefined; ends: number }) =>
  `((n,f=(t=Date.now())=>{n.hidden=t<${begins}||t>=${ends}})=>{f();addEventListener("visibilitychange",()=>f())})(document.currentScript.previousSibling)`;
