import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Entry, Site } from "../api/api-types.ts";
import { showsField } from "../formats/values.ts";
import { Badge } from "./parts.tsx";
import { useEditorState } from "./state.ts";

interface Branch {
  title: string;
  children: (Entry | Branch)[];
}

/** In a narrow window the browser opens and closes it. */
export function Sidebar({ site }: { site: Site }) {
  const isToDo = useEditorState((state) => state.view.name === "to-do");
  const desk = useEditorState((state) => state.desk);
  const { entries, problems, leftBeforeLaunch: left } = site;
  return (
    <nav className="sidebar" id="sidebar" aria-label="What you can edit" popover="auto">
      <ul>
        {buildTree(entries).map((leaf) => (
          <TreeItem key={leaf.title} node={leaf} depth={0} problems={problems} />
        ))}
      </ul>
      <hr />
      <ul>
        <li>
          <a href="#to-do" aria-current={isToDo ? "page" : undefined}>
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

function TreeItem({ node, depth, problems }: { node: Entry | Branch; depth: number; problems: Site["problems"] }) {
  const current = useEditorState((state) => (state.view.name === "words" ? state.view.id : ""));
  if (!("children" in node))
    return (
      <li>
        <a href={`#words/${node.id}`} aria-current={node.id === current ? "page" : undefined}>
          {node.title}
          {problems.some((problem) => showsField(node, problem)) && (
            <Badge icon={icons.warning} spoken="has something to fix" />
          )}
        </a>
      </li>
    );
  const entries = entriesIn(node);
  const here = entries.some(({ id }) => id === current);
  return (
    <li>
      <details open={depth === 0 || here}>
        <summary>
          <Icon shape={icons.chevronRight} className="chevron" />
          {depth > 0 && <span className="path-colour" style={{ background: entries[0]?.colour }} />}
          {node.title}
          <span className="badge">
            <span className="sr-only">, </span>
            {entries.length}
          </span>
        </summary>
        <ul>
          {entries.some(isTreatment) && depth === 0 && (
            <li>
              <a href="#new-treatment">New treatment</a>
            </li>
          )}
          {node.children.map((inner) => (
            <TreeItem key={inner.title} node={inner} depth={depth + 1} problems={problems} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function buildTree(entries: Entry[]): (Entry | Branch)[] {
  const tree: Branch = { title: "", children: [] };
  for (const entry of entries) {
    let here = tree;
    for (const title of entry.group) {
      const existing = here.children.find((leaf): leaf is Branch => "children" in leaf && leaf.title === title);
      const next = existing ?? { title, children: [] };
      if (!existing) here.children.push(next);
      here = next;
    }
    here.children.push(entry);
  }
  return tree.children;
}

const isTreatment = ({ id }: Entry) => id.startsWith("treatments/");

const entriesIn = ({ children }: Branch): Entry[] =>
  children.flatMap((leaf) => ("children" in leaf ? entriesIn(leaf) : [leaf]));
