import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import styles from "./row.module.css";
import seam from "./seam.module.css";

interface RowProps {
  name: string;
  line: string;
  to?: string | undefined;
}

/** A treatment in a list: a link with an arrow if it has a page of its own, plain words if not. */
export function Row({ name, line, to }: RowProps) {
  const words = (
    <>
      <b>{name}</b>
      <span>{line}</span>
    </>
  );
  if (!to) {
    return (
      <li className={`${seam.seam} ${seam.still}`}>
        <div className={styles.row}>{words}</div>
      </li>
    );
  }
  return (
    <li className={seam.seam}>
      <Link className={styles.row} to={to}>
        {words}
        <Icon name="arrow" />
      </Link>
    </li>
  );
}
