import "./notice.css";
import layout from "./layout.module.css";

/** One line above the header, until the end of its last day. */
export const Notice = ({ text }: { text: string }) => (
  <aside className={`notice-line ${layout.frame}`} aria-label="Notice">
    <p>{text}</p>
  </aside>
);

/**
 * Takes the notice away once it has ended, before it is painted, and again whenever a page that was left open is hidden or
 * shown. It stands right behind the notice.
 */
export const noticeScript = (ends: number) =>
  `((n,f=()=>Date.now()<${ends}||n.remove())=>{f();addEventListener("visibilitychange",f)})(document.currentScript.previousSibling)`;
