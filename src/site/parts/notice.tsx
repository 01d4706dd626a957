import "./notice.css";
import layout from "./layout.module.css";

/** One line above the header, until the end of its last day. */
export const Notice = ({ text, label = "Notice" }: { text: string; label?: string }) => (
  <aside className={`notice-line ${layout.frame}`} aria-label={label}>
    <p>{text}</p>
  </aside>
);

/** The same line on every page of a public site until its owner has launched it. */
export const PreviewLine = () => <Notice label="Preview" text="Preview. This studio has not opened its site yet." />;

/**
 * Takes the notice away once it has ended, before it is painted, and again whenever a page that was left open is hidden or
 * shown. It stands right behind the notice.
 */
export const noticeScript = (ends: number) =>
  `((n,f=()=>Date.now()<${ends}||n.remove())=>{f();addEventListener("visibilitychange",f)})(document.currentScript.previousSibling)`;
