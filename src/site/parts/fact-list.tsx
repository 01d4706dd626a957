import divider from "./divider.module.css";
import list from "./ruled-list.module.css";

interface FactListProps {
  facts: { label: string; text: string }[];
  className?: string | undefined;
}

/** Shows facts of the owner with their labels, or nothing if there are none. */
export function FactList({ facts, className = "" }: FactListProps) {
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
