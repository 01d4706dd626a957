import divider from "./divider.module.css";
import list from "./ruled-list.module.css";

/** A fact the owner may fill in, and what it is called. */
export interface LabelledFact {
  label: string;
  text: string;
}

/** Facts with their labels; nothing where there are none. */
export function FactList({ facts, className = "" }: { facts: LabelledFact[]; className?: string | undefined }) {
  if (facts.length === 0) return null;
  return (
    <dl className={`${list.ruled} ${className}`}>
      {facts.map(({ label, text }) => (
        <div key={label} className={divider.divider}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
