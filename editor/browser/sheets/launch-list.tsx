import { useState } from "react";
import type { LaunchPoint } from "../../shapes.ts";
import { goToField } from "../going.ts";
import { Icon, type IconName } from "../icon.tsx";
import { make } from "../saving.ts";

const shown = 4;

export const open = ({ file, path }: LaunchPoint) => file && goToField({ file, path });

const icons: Record<string, IconName> = {
  questions: "question",
  gates: "question",
  samples: "sample",
  guesses: "guess",
  worth: "add",
};
const iconOf = (name: string, title: string): IconName =>
  icons[name] ??
  (/question/i.test(title)
    ? "question"
    : /guess/i.test(title)
      ? "guess"
      : /sample|invented|drawn/i.test(title)
        ? "sample"
        : "next");

export function Todo({ name, title, of, items }: { name: string; title: string; of: string; items: LaunchPoint[] }) {
  const [every, setEvery] = useState(false);
  const some = every ? items : items.slice(0, shown);
  return (
    <section className="todo seam">
      <h2>
        {title}
        <span>{of}</span>
      </h2>
      <ul>
        {some.map((point) => (
          <Point
            key={`${point.file}:${point.path}:${point.words}`}
            point={point}
            icon={iconOf(name, title)}
            add={name === "worth"}
          />
        ))}
        {items.length > some.length && (
          <li>
            <button className="todo__line" type="button" onClick={() => setEvery(true)}>
              <Icon name="next" />
              <p>{items.length - some.length} more</p>
              <span>Show</span>
              <Icon name="down" />
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

function Point({ point, icon, add }: { point: LaunchPoint; icon: IconName; add: boolean }) {
  const { file, path, title, label, words, settle } = point;
  const text = (
    <p>
      {words || label}
      <span>{[title, words && label].filter(Boolean).join(", ")}</span>
    </p>
  );
  if (!file) {
    return (
      <li className="todo__line">
        <Icon name={icon} />
        {text}
        <span>For whoever runs the server</span>
      </li>
    );
  }
  return (
    <li className={settle ? "has" : ""}>
      <button className="todo__line" type="button" onClick={() => open(point)}>
        <Icon name={icon} />
        {text}
        {!settle && <span>{add ? "Add" : "Open"}</span>}
        {!settle && <Icon name="arrow" />}
      </button>
      {settle && (
        <button
          className="button button--line button--small"
          type="button"
          onClick={() => make(file, [{ do: "settle", path }], `${label} settled`, { file, path })}
        >
          Yes, settle it
          <span className="vh">
            : {title}, {label}
          </span>
        </button>
      )}
    </li>
  );
}
