import { createContext, type MouseEvent, type ReactNode, useContext, useId } from "react";
import * as icons from "../../../design/icons.ts";
import type { Field, Problem } from "../../api/api-types.ts";
import { deepEqual } from "../../formats/values.ts";
import { goToField } from "../navigation.ts";
import { afterRelease, Button, Notice } from "../parts.tsx";
import { chooseSide, editField, enqueue, saveTyped, saveValue } from "../save.ts";
import {
  emptyPartAround,
  enterField,
  type FieldAddress,
  getState,
  isInside,
  isUnsaved,
  leaveField,
  setState,
  shownProblems,
  shownValue,
  useEditorState,
  useValue,
} from "../state.ts";

export interface FieldProps {
  address: FieldAddress;
  field: Field;
  /** Of a group or list: its label is already the heading above it. */
  hasHeading?: boolean | undefined;
}

/** The attributes that connect a control to its label, count, note and error. */
export interface Control {
  id: string;
  "aria-labelledby": string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "data-control": string;
}

/** Set in a row of a list ("Step 1"). A field that fills its row has the heading of the list for its label in sight. */
export const RowLabel = createContext<string | null>(null);

export const addressKey = ({ file, path }: FieldAddress) => `${file}:${path}`;

export function useFieldValue({ address, field: { label } }: FieldProps) {
  const value = useValue(address);
  const setValue = (next: unknown) => editField(address, label, next);
  // A choice is complete as soon as it is made. Safari does not focus a button that is clicked, so it may never blur.
  return { value, setValue, saveValue: (next: unknown) => saveValue(address, label, next) };
}

/** The problems of a field, each once. */
export function useProblems(address: FieldAddress, exact = false): Problem[] {
  const own = shownProblems(useEditorState()).filter(
    (problem) => isInside(address, problem) && (!exact || problem.path === address.path),
  );
  return own.filter((problem, at) => own.findIndex(({ message }) => message === problem.message) === at);
}

interface FieldFrameProps extends FieldProps {
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
  const { address, field, count, below, isGroup = false, exact = false, applySuggestion, children } = props;
  const id = useId();
  const rowLabel = useContext(RowLabel);
  const state = useEditorState();
  const isFocused = deepEqual(state.focused, address);
  const note = state.forms[address.file]?.notes[address.path];
  const changed = isUnsaved(state, address);
  const problems = useProblems(address, exact);
  const invalid = problems.length > 0;
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
    "data-control": addressKey(address),
  };
  const fillsRow = rowLabel && !(field.label && field.key);
  const Label = isGroup ? "span" : "label";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks which of its controls has focus
    <div
      className={rowLabel ? "field field--row" : "field"}
      data-current={isFocused || undefined}
      data-invalid={invalid || undefined}
      data-path={addressKey(address)}
      onFocus={(event) => {
        event.stopPropagation();
        const { currentTarget } = event;
        if (isFocused) return;
        // The form scrolls when the focused field changes, which must not happen during a press.
        // Before anything is typed there.
        const emptyPart = emptyPartAround(address);
        afterRelease(() => {
          if (!currentTarget.contains(document.activeElement)) return;
          const { newEntry } = getState();
          enterField(address, emptyPart);
          if (newEntry && !isInside(newEntry, address)) enqueue(async () => leaveField(newEntry));
          currentTarget.scrollIntoView({ block: "nearest" });
        });
      }}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        saveTyped(address.file, address.path);
        // Another window may come in front meanwhile, where she looks up the words.
        if (document.hasFocus()) enqueue(async () => leaveField(address));
      }}
    >
      <div className={fillsRow ? "sr-only" : "field__top"}>
        <Label className="label" id={`${id}-label`} {...(!isGroup && { htmlFor: control.id })}>
          {rowLabel && <span className="sr-only">{fillsRow ? rowLabel : `${rowLabel}, `}</span>}
          {!fillsRow && field.label}
        </Label>
        {field.optional && field.kind !== "yes-no" && !field.askedAtLaunch && !field.requiredMessage && (
          <span className="small soft">(optional)</span>
        )}
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
        alert={!changed && Boolean(shownValue(state, address))}
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
function ProblemMessages({ id, problems, alert, applySuggestion }: ProblemMessagesProps) {
  if (!problems.length) return null;
  return (
    <div id={id} role={alert ? "alert" : undefined}>
      {problems.map(({ message, suggestion, mendAt }) => (
        <Notice key={message} message={message}>
          {mendAt && (
            <Button look="text" onClick={() => goToField(mendAt)}>
              Open {mendAt.label || mendAt.title}
            </Button>
          )}
          {suggestion && applySuggestion && (
            <div className="line">
              <p>“{suggestion}”</p>
              <Button
                look="small"
                onClick={({ currentTarget }) => {
                  // This button goes with its message.
                  currentTarget.closest("[data-path]")?.querySelector<HTMLElement>("[data-control]")?.focus();
                  applySuggestion(suggestion);
                }}
              >
                Use this
              </Button>
            </div>
          )}
        </Notice>
      ))}
    </div>
  );
}

/** The problems of a group, a list or a file as a whole. The fields in it show their own. */
export function PartProblems({ address }: { address: FieldAddress }) {
  const problems = useProblems(address, true);
  return <ProblemMessages id={`${addressKey(address)}-bad`} problems={problems} alert />;
}

/** A field that was changed elsewhere while the owner changed it here. Nothing is overwritten until she chooses. */
export function ConflictChoice({ address }: { address: FieldAddress }) {
  const conflict = useEditorState().unsaved[address.file]?.[address.path]?.conflict;
  if (!conflict) return null;
  const { label, mine, other } = conflict;
  return (
    <Notice role="alert" message={`${label} was changed in two places at once. Which words do you keep?`}>
      <dl className="two-versions">
        <div>
          <dt>Mine</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>The other</dt>
          <dd>{other}</dd>
        </div>
      </dl>
      <div className="line">
        <Button look="small" about={label} onClick={() => chooseSide(address, "mine")}>
          Keep mine
        </Button>
        <Button look="line small" about={label} onClick={() => chooseSide(address, "other")}>
          Use the other
        </Button>
      </div>
    </Notice>
  );
}

/** Takes an optional picture, list or group out of the file. Text is removed by emptying its field. */
export function RemoveButton({ address, field, children = "Remove" }: FieldProps & { children?: ReactNode }) {
  const value = useValue(address);
  if (!field.optional || field.readOnly || value === undefined || value === null) return null;
  const remove = async ({ currentTarget }: MouseEvent) => {
    const place = currentTarget.closest("[data-path], .group");
    await saveValue(address, `${field.label} removed`, null);
    // This button is gone now, so focus goes to what can be filled in again.
    place?.querySelector<HTMLElement>("[data-control], button")?.focus();
    setState({ announcement: `${field.label} was removed. Undo brings it back.` });
  };
  return (
    <Button look="line small" icon={icons.close} about={field.label} onClick={remove}>
      {children}
    </Button>
  );
}
