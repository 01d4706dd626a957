import { createContext, type ReactNode, useContext, useEffect, useId } from "react";
import type { Field, Problem } from "../../api/api-types.ts";
import { Button, ErrorMessage } from "../parts.tsx";
import { afterRelease } from "../pointer.ts";
import { editField, enqueue, saveTyped } from "../save.ts";
import { countedProblems, isInside, leaveField, type Spot, setState, useEditorState, useValue } from "../state.ts";

/** The attributes that connect a control to its label, count, note and error. */
export interface Control {
  id: string;
  "aria-labelledby": string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "data-control": string;
}

/** Set in a row of a list, where the label ("Step 1, Name") is for screen readers only. */
export const RowLabel = createContext<string | null>(null);
/** Set where fields of several pages are shown together, so that each names its page. */
export const PageLabel = createContext<string | null>(null);

/** The path of the group or list whose label is already the heading above it. */
export const HeadingPath = createContext<string | null>(null);

export const spotKey = ({ file, path }: Spot) => `${file}:${path}`;

export function useFieldValue(spot: Spot, label: string) {
  const value = useValue(spot);
  const setValue = (next: unknown) => editField(spot, label, next);
  /** For a choice, which is complete as soon as it is made. Safari does not focus a button that is clicked, so it may never blur. */
  const saveValue = (next: unknown) => {
    setValue(next);
    saveTyped(spot.file, spot.path);
  };
  return { value, setValue, saveValue };
}

const noProblems: Problem[] = [];

/** The problems of a field: those of the unsaved edit once it is checked, otherwise those of file and drafts. */
export function useProblems(spot: Spot, exact = false): Problem[] {
  const { file, path } = spot;
  const newEntry = useEditorState((state) => state.newEntry);
  const checked = useEditorState((state) => state.checked[file]);
  const typing = useEditorState((state) => Boolean(state.unsaved[file]?.edits[path]));
  const form = useEditorState((state) => state.forms[file]);
  if (!form) return noProblems;
  const all =
    typing && checked?.path === path
      ? checked.problems
      : countedProblems([...form.problems, ...form.drafts.flatMap((draft) => draft.problems)], newEntry);
  // Until the launch its problems are shown by the source line and on the launch sheet. Afterwards they stop a save.
  const mistakes = all.filter(({ kind, blocking }) => kind !== "launch" || blocking);
  const own = mistakes.filter((problem) => (exact ? problem.path === path : isInside(spot, problem)));
  return own.filter((problem, at) => own.findIndex(({ message }) => message === problem.message) === at);
}

interface FieldFrameProps {
  spot: Spot;
  field: Field;
  count?: ReactNode;
  /** Content below the control, such as the source of a fact. */
  below?: ReactNode;
  /** Several controls share the label. */
  isGroup?: boolean;
  /** The fields inside show their own problems. */
  exact?: boolean;
  applySuggestion?: ((words: string) => void) | undefined;
  children: (control: Control) => ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { spot, field, count, below, isGroup = false, exact = false, applySuggestion, children } = props;
  const id = useId();
  const rowLabel = useContext(RowLabel);
  const pageLabel = useContext(PageLabel);
  const isFocused = useEditorState(({ focused }) => focused?.file === spot.file && focused.path === spot.path);
  const note = useEditorState(({ forms }) => forms[spot.file]?.notes[spot.path]);
  const changed = useEditorState(({ unsaved }) => Boolean(unsaved[spot.file]?.edits[spot.path]));
  const problems = useProblems(spot, exact);
  const value = useValue(spot);
  const invalid = problems.length > 0;
  // A focused button that is removed, such as "Use this", loses the focus without a blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button is removed when the problems change
  useEffect(() => {
    if (isFocused && changed && document.activeElement === document.body) saveTyped(spot.file, spot.path);
  }, [problems.length]);
  const helpText = [field.note, note, field.optional && field.ifEmpty].filter(Boolean).join(" ");
  // Screen readers speak a description that changes, so the count is none while somebody types.
  const describedBy = [!changed && count && `${id}-count`, helpText && `${id}-note`, problems.length && `${id}-bad`]
    .filter(Boolean)
    .join(" ");
  const control: Control = {
    id: `${id}-control`,
    "aria-labelledby": `${id}-label`,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": invalid || undefined,
    "data-control": spotKey(spot),
  };
  const label = rowLabel ? `${rowLabel}${field.label && field.key ? `, ${field.label}` : ""}` : field.label;
  const Label = isGroup ? "span" : "label";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks which of its controls has focus
    <div
      className={rowLabel ? "field field--row" : "field"}
      data-lit={isFocused || undefined}
      data-bad={invalid || undefined}
      data-path={spotKey(spot)}
      onFocus={(event) => {
        event.stopPropagation();
        const { currentTarget } = event;
        // The form scrolls when the focused field changes, which must not happen during a press.
        if (!isFocused)
          afterRelease(() => currentTarget.contains(document.activeElement) && setState({ focused: spot }));
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        saveTyped(spot.file, spot.path);
        // After the save, which may fill what is still empty.
        if (document.hasFocus()) enqueue(async () => leaveField(spot));
      }}
    >
      <div className={rowLabel ? "sr-only" : "field__top"}>
        <Label className="label" id={`${id}-label`} {...(!isGroup && { htmlFor: control.id })}>
          {pageLabel && <span className="from">{pageLabel}, </span>}
          {label}
        </Label>
        {field.optional && !field.askedAtLaunch && <span className="small soft">(optional)</span>}
        {(changed || count) && (
          <span className="count small soft" id={`${id}-count`}>
            {changed && <span className="changed">changed</span>}
            {changed && count && ", "}
            {count}
          </span>
        )}
      </div>
      {children(control)}
      {helpText && (
        <p className="note" id={`${id}-note`}>
          {helpText}
        </p>
      )}
      {below}
      <ProblemMessages
        id={`${id}-bad`}
        problems={problems}
        alert={!changed && Boolean(value)}
        applySuggestion={applySuggestion}
      />
    </div>
  );
}

interface ProblemMessagesProps extends Pick<FieldFrameProps, "applySuggestion"> {
  id: string;
  problems: Problem[];
  alert: boolean;
}

/**
 * Error messages of a field. `alert` is off while the field is edited, so that not each keystroke is announced, and for
 * an empty field: a new entry has several, and each says so when it is reached.
 */
export function ProblemMessages({ id, problems, alert, applySuggestion }: ProblemMessagesProps) {
  if (!problems.length) return null;
  return (
    <div id={id} role={alert ? "alert" : undefined}>
      {problems.map(({ message, suggestion }) => (
        <ErrorMessage key={message} message={message}>
          {suggestion && applySuggestion && (
            <div className="try">
              <p>“{suggestion}”</p>
              <Button look="small" onClick={() => applySuggestion(suggestion)}>
                Use this
              </Button>
            </div>
          )}
        </ErrorMessage>
      ))}
    </div>
  );
}
