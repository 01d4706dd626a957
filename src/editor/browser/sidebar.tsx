import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Entry, Site } from "../api/api-types.ts";
import { showsField } from "../formats/values.ts";
import { ToFix } from "./parts.tsx";
import { useEditorState } from "./state.ts";

/** In a narrow window the browser opens and closes it. */
export function Sidebar({ site }: { site: Site }) {
  const { view, desk } = useEditorState();
  const { entries, problems, leftBeforeLaunch: left } = site;
  return (
    <nav className="sidebar" id="sidebar" aria-label="What you can edit" popover="auto">
      <ul>
        <Branch entries={entries} depth={0} problems={problems} />
      </ul>
      <hr />
      <ul>
        <li>
          <a href="#to-do" aria-current={view === "to-do" ? "page" : undefined}>
            To do
            <span className="badge">
              <span className="sr-only">, </span>
              {problems.length ? `${problems.length} to fix` : left === null ? "launched" : `${left || "none"} left`}
            </span>
          </a>
        </li>
        {desk && (
          <li>
            <a href={desk}>Consultation requests</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface BranchProps {
  entries: Entry[];
  /** How many headings are above it. */
  depth: number;
  problems: Site["problems"];
}

/** Entries, and headings with entries of their own, each where the first of them is. */
function Branch({ entries, depth, problems }: BranchProps) {
  const { view } = useEditorState();
  const leaves = new Set(entries.map((entry) => entry.group[depth] ?? entry));
  return [...leaves].map((leaf) => {
    if (typeof leaf !== "string")
      return (
        <li key={leaf.id}>
          <a href={`#words/${leaf.id}`} aria-current={view === `words/${leaf.id}` ? "page" : undefined}>
            {leaf.title}
            {problems.some((problem) => showsField(leaf, problem)) && <ToFix />}
          </a>
        </li>
      );
    const inside = entries.filter(({ group }) => group[depth] === leaf);
    return (
      <li key={leaf}>
        <details open={depth === 0 || inside.some(({ id }) => view === `words/${id}`)}>
          <summary>
            <Icon shape={icons.chevronRight} className="chevron" />
            {depth > 0 && <span className="path-colour" style={{ background: inside[0]?.colour }} />}
            {leaf}
            <span className="badge">
              <span className="sr-only">, </span>
              {inside.length}
            </span>
          </summary>
          <ul>
            {depth === 0 && inside.some(({ id }) => id.startsWith("treatments/")) && (
              <li>
                <a href="#new-treatment">New treatment</a>
              </li>
            )}
            <Branch entries={inside} depth={depth + 1} problems={problems} />
          </ul>
        </details>
      </li>
    );
  });
}
