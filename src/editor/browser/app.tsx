import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { Site } from "../api/api-types.ts";
import { EntryForm } from "./entry-form.tsx";
import { focusIfLost, useFocusTarget } from "./navigation.ts";
import { PictureEditor } from "./pictures/picture-editor.tsx";
import { PictureList } from "./pictures/picture-list.tsx";
import { Preview } from "./preview/preview.tsx";
import { HistorySheet } from "./sheets/history-sheet.tsx";
import { NewTreatmentSheet } from "./sheets/new-treatment-sheet.tsx";
import { PublishSheet } from "./sheets/publish-sheet.tsx";
import { RemoveTreatmentSheet } from "./sheets/remove-treatment-sheet.tsx";
import { ToDoSheet } from "./sheets/to-do-sheet.tsx";
import { Sidebar } from "./sidebar.tsx";
import {
  connectionProblem,
  noProblems,
  openEntry,
  setState,
  useEditorState,
  useShownProblems,
  type View,
} from "./state.ts";
import { Bar } from "./top-bar.tsx";

export function App() {
  const loaded = useEditorState((state) => state.site);
  const problems = useShownProblems(loaded?.problems ?? noProblems);
  const site = useMemo(
    () => loaded && { ...loaded, problems: problems.filter(({ blocking }) => blocking) },
    [loaded, problems],
  );
  const view = useEditorState((state) => state.view);
  const announcement = useEditorState((state) => state.announcement);
  const disconnected = useEditorState((state) => state.disconnected);
  const problem = useEditorState((state) => Object.values(connectionProblem(state)).join(". "));
  const tab = useEditorState((state) => state.tab);
  useFocusTarget();
  const accent = site?.accent;
  useEffect(() => {
    if (accent) document.documentElement.style.setProperty("--accent", accent);
  }, [accent]);
  const isOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the view closes the list of pages
  useEffect(() => {
    const list = document.querySelector<HTMLElement>(".sidebar:popover-open");
    // The keyboard goes on in the new view, and not at the button that opened the list.
    if (list) document.getElementById("words")?.focus({ preventScroll: true });
    list?.hidePopover();
    // The first view is read from its beginning.
    if (isOpen.current) focusIfLost();
    isOpen.current = site !== null;
  }, [view]);
  if (!site)
    return (
      <p className="loading" role="status">
        {disconnected ? problem : "Opening your site…"}
      </p>
    );

  const entry = openEntry({ site, view });
  const { title, Sheet } = sheets[view.name] ?? {
    title: entry?.title ?? "All pages",
    Sheet: entry?.id === "pictures" ? PictureList : undefined,
  };
  return (
    <>
      <title>{`${title} | ${site.shortName} editor`}</title>
      <button className="skip" type="button" onClick={skipToWords}>
        Skip to the words
      </button>
      <div className="editor" data-view={view.name} data-tab={view.name === "words" ? tab : undefined}>
        <Bar site={site} title={title} />
        <Sidebar site={site} />
        {Sheet ? (
          <Sheet key={view.id} site={site} id={view.id} />
        ) : (
          <>
            <Preview site={site} />
            {entry && <EntryForm entry={entry} />}
          </>
        )}
        {!Sheet && (
          <nav className="tabs" aria-label="Words or page">
            {(["words", "page"] as const).map((name) => (
              <button key={name} type="button" aria-pressed={tab === name} onClick={() => setState({ tab: name })}>
                {name === "words" ? "Words" : "Page"}
              </button>
            ))}
          </nav>
        )}
        <p className="sr-only" role="status">
          {announcement || `${title} is open.`}
        </p>
      </div>
    </>
  );
}

function skipToWords() {
  setState({ tab: "words" });
  document.getElementById("words")?.focus();
}

/** The views that are not a page with its words. A picture has its own beside it. */
const sheets: { [Name in View["name"]]?: { title: string; Sheet: (view: { site: Site; id: string }) => ReactNode } } = {
  picture: { title: "A picture", Sheet: PictureEditor },
  "to-do": { title: "To do", Sheet: ToDoSheet },
  history: { title: "What changed", Sheet: HistorySheet },
  publish: { title: "Publish", Sheet: PublishSheet },
  "new-treatment": { title: "New treatment", Sheet: NewTreatmentSheet },
  "remove-treatment": { title: "Remove a treatment", Sheet: RemoveTreatmentSheet },
};
