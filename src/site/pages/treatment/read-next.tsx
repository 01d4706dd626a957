import layout from "../../parts/layout.module.css";
import page from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

interface ReadNextProps {
  heading: string;
  treatments: TreatmentProps["related"];
}

/** The names of other treatments. */
export function ReadNext({ heading, treatments }: ReadNextProps) {
  return (
    <nav className={`${page.part} ${page.joined} ${page.related} ${layout.frame}`} aria-label={heading}>
      <h2 className={page.head}>{heading}</h2>
      <ul className={`${page.body} ${page.links}`} role="list">
        {treatments.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/treatments/${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
