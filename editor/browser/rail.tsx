import type { Entry, Site } from "../shapes.ts";
import { Icon } from "./icon.tsx";
import { useEditor } from "./state.ts";
import { counted } from "./words.ts";

interface Branch {
  title: string;
  leaves: (Entry | Branch)[];
}

/** The list of what can be edited, and at its foot what waits to be published. */
export function Rail({ site, open }: { site: Site; open: boolean }) {
  const launch = useEditor((state) => state.place.name === "launch");
  return (
    <nav className="rail" id="rail" aria-label="What you can edit" data-open={open || undefined}>
      <ul>
        {grown(site.entries).map((leaf) => (
          <Leaf key={leaf.title} leaf={leaf} depth={0} />
        ))}
      </ul>
      <hr />
      <ul>
        <li>
          <a href="#launch" aria-current={launch ? "page" : undefined}>
            Launch
            <span className="n">{site.left === null ? "public" : site.left ? `${site.left} left` : "ready"}</span>
          </a>
        </li>
      </ul>
      <Waiting site={site} />
    </nav>
  );
}

function Leaf({ leaf, depth }: { leaf: Entry | Branch; depth: number }) {
  const current = useEditor((state) => (state.place.name === "words" ? state.place.entry : ""));
  if (!("leaves" in leaf)) return <Line entry={leaf} current={leaf.id === current} />;
  const count = entriesIn(leaf).length;
  const here = entriesIn(leaf).some(({ id }) => id === current);
  return (
    <li>
      <details open={depth === 0 || here}>
        <summary>
          <Icon name="turn" className="turn" />
          {depth > 0 && <span className="dot" style={{ background: entriesIn(leaf)[0]?.colour }} />}
          {leaf.title}
          <span className="n">{count}</span>
        </summary>
        <ul>
          {leaf.leaves.map((inner) => (
            <Leaf key={inner.title} leaf={inner} depth={depth + 1} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Line({ entry, current }: { entry: Entry; current: boolean }) {
  const open = entry.guesses + entry.samples;
  return (
    <li>
      <a href={`#words/${entry.id}`} aria-current={current ? "page" : undefined}>
        {entry.title}
        {entry.mend > 0 ? (
          <span className="n">
            <Icon name="mend" />
            <span className="vh">has something to mend</span>
          </span>
        ) : (
          open > 0 && (
            <span className="n">
              <Icon name={entry.guesses ? "guess" : "sample"} />
              {open}
              <span className="vh"> {entry.guesses ? "careful guesses" : "samples"}</span>
            </span>
          )
        )}
      </a>
    </li>
  );
}

function Waiting({ site: { waiting, mend, publishing } }: { site: Site }) {
  const shown = waiting.slice(0, 3);
  return (
    <section className="waiting" aria-labelledby="waiting">
      <h2 id="waiting">{waiting.length || mend.length ? "Waiting to be published" : "Nothing waits"}</h2>
      {!waiting.length && !mend.length && (
        <p className="note">
          {publishing.how === "command" ? "Your host has all of it." : "Visitors see what you see."}
        </p>
      )}
      <ul>
        {mend.slice(0, 3).map((problem) => (
          <li key={`${problem.file} ${problem.path} ${problem.words}`}>
            <b>{problem.title}</b> {problem.label}, to mend
          </li>
        ))}
        {shown.map(({ id, title, label }) => (
          <li key={id}>
            <b>{title}</b> {label}
          </li>
        ))}
        {waiting.length > shown.length && <li>and {counted(waiting.length - shown.length, "change")} more</li>}
      </ul>
    </section>
  );
}

function grown(entries: Entry[]): (Entry | Branch)[] {
  const tree: Branch = { title: "", leaves: [] };
  for (const entry of entries) {
    let here = tree;
    for (const title of entry.group) {
      const known = here.leaves.find((leaf): leaf is Branch => "leaves" in leaf && leaf.title === title);
      const next = known ?? { title, leaves: [] };
      if (!known) here.leaves.push(next);
      here = next;
    }
    here.leaves.push(entry);
  }
  return tree.leaves;
}

const entriesIn = ({ leaves }: Branch): Entry[] =>
  leaves.flatMap((leaf) => ("leaves" in leaf ? entriesIn(leaf) : [leaf]));
