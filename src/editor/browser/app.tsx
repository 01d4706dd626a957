import { type ReactNode, useEffect, useRef } from "react";
import type { Site } from "../api/api-types.ts";
import { capitalize } from "../formats/values.ts";
import { EntryForm } from "./entry-form.tsx";
import { focusIfLost, useFocusTarget } from "./navigation.ts";
import { PictureEditor } from "./pictures/picture-editor.tsx";
import { PictureList } from "./pictures/picture-list.tsx";
import { Preview } from "./preview/preview.tsx";
import { HistorySheet } from "./sheets/history-sheet.tsx";
import { PublishSheet } from "./sheets/publish-sheet.tsx";
import { ToDoSheet } from "./sheets/to-do-sheet.tsx";
import { NewTreatmentSheet, RemoveTreatmentSheet } from "./sheets/treatment-sheets.tsx";
import { Sidebar } from "./sidebar.tsx";
import { connectionProblem, openEntry, setState, shownProblems, useEditorState } from "./state.ts";
import { Bar } from "./top-bar.tsx";

export function App() {
  const state = useEditorState();
  const { view, tab } = state;
  useFocusTarget();
  const accent = state.site?.accent;
  useEffect(() => {
    if (accent) document.documentElement.style.setProperty("--accent", accent);
  }, [accent]);
  const isOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another view the focus may be lost
  useEffect(() => {
    // The first view is read from its beginning.
    if (isOpen.current) focusIfLost();
    isOpen.current = state.site !== null;
  }, [view]);
  if (!state.site) {
    const { what, next } = connectionProblem(state);
    return (
      <p className="loading" role="status">
        {state.disconnected ? `${what}. ${next}` : "Opening your site…"}
      </p>
    );
  }

  const site = { ...state.site, problems: shownProblems(state) };
  const entry = openEntry({ site, view });
  const [name = "", ...rest] = view.split("/");
  const { title, Sheet } = sheets[name] ?? {
    title: entry?.title ?? "All pages",
    Sheet: entry?.id === "pictures" ? PictureList : undefined,
  };
  return (
    <>
      <title>{`${title} | ${site.shortName} editor`}</title>
      <button className="skip" type="button" onClick={skipToWords}>
        Skip to the words
      </button>
      <div className="editor" data-view={name} data-tab={entry && tab}>
        <Bar site={site} title={title} />
        <Sidebar site={site} />
        {Sheet ? (
          <Sheet key={view} site={site} id={rest.join("/")} />
        ) : (
          <>
            <Preview site={site} />
            {entry && <EntryForm entry={entry} />}
            <nav className="tabs" aria-label="Words or page">
              {(["words", "page"] as const).map((name) => (
                <button key={name} type="button" aria-pressed={tab === name} onClick={() => setState({ tab: name })}>
                  {capitalize(name)}
                </button>
              ))}
            </nav>
          </>
        )}
        <p className="sr-only" role="status">
          {state.announcement || `${title} is open.`}
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
const sheets: Partial<Record<string, { title: string; Sheet: (view: { site: Site; id: string }) => ReactNode }>> = {
  picture: { title: "A picture", Sheet: PictureEditor },
  "to-do": { title: "To do", Sheet: ToDoSheet },
  history: { title: "What changed", Sheet: HistorySheet },
  publish: { title: "Publish", Sheet: PublishSheet },
  "new-treatment": { title: "New treatment", Sheet: NewTreatmentSheet },
  "remove-treatment": { title: "Remove a treatment", Sheet: RemoveTreatmentSheet },
};
