import divider from "./divider.module.css";
import list from "./ruled-list.module.css";

/** An optional fact of the owner, with its label. */
export interface LabelledFact {
  label: string;
  text: string;
}

/** Shows facts with their labels, or nothing if there are none. */
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
