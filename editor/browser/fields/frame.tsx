import { createContext, type ReactNode, useContext, useId } from "react";
import type { Field, Problem } from "../../shapes.ts";
import { Icon } from "../icon.tsx";
import { onceReleased } from "../pressing.ts";
import { leave, type, within } from "../saving.ts";
import { change, type Spot, useEditor, useValue } from "../state.ts";

/** What every control is given, so that its label, count, note and mistake belong to it. */
export interface Control {
  id: string;
  "aria-labelledby": string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "data-control": string;
}

/** In a row of a list the label is spoken ("Step 1, name") and not drawn. */
export const Spoken = createContext<string | null>(null);
/** Where fields of several pages stand together, each says whose it is. */
export const From = createContext<string | null>(null);

/** The group or list whose name is the heading above it already. */
export const Headed = createContext<string | null>(null);

export const controlName = ({ file, path }: Spot) => `${file}:${path}`;

export function useTyped(spot: Spot, label: string) {
  const value = useValue(spot);
  const changed = useEditor(({ unsaved }) => Boolean(unsaved[spot.file]?.edits[spot.path]));
  return { value, changed, put: (next: unknown) => type(spot, label, next) };
}

const none: Problem[] = [];

/** What is wrong here: with what she types as soon as she pauses, otherwise with what is kept. */
export function useProblems({ file, path }: Spot, exact = false): Problem[] {
  const checked = useEditor((state) => state.checked[file]);
  const typing = useEditor((state) => Boolean(state.unsaved[file]?.edits[path]));
  const form = useEditor((state) => state.forms[file]);
  if (!form) return none;
  const all =
    typing && checked?.path === path
      ? checked.problems
      : [...form.problems, ...form.drafts.flatMap((draft) => draft.problems)];
  // What only the launch waits for is said by the line that names its source, and by the launch.
  const mistakes = all.filter(({ kind }) => kind !== "launch");
  const own = mistakes.filter((problem) => (exact ? problem.path === path : within(path, problem.path)));
  return own.filter((problem, at) => own.findIndex(({ words }) => words === problem.words) === at);
}

interface Framed {
  spot: Spot;
  field: Field;
  count?: ReactNode;
  /** Below the control: where a fact comes from. */
  below?: ReactNode;
  /** Several controls under one name. */
  several?: boolean;
  use?: (words: string) => void;
  children: (control: Control) => ReactNode;
}

export function Frame({ spot, field, count, below, several = false, use, children }: Framed) {
  const id = useId();
  const spoken = useContext(Spoken);
  const from = useContext(From);
  const lit = useEditor(({ lit }) => lit?.file === spot.file && lit.path === spot.path);
  const note = useEditor(({ forms }) => forms[spot.file]?.notes[spot.path]);
  const changed = useEditor(({ unsaved }) => Boolean(unsaved[spot.file]?.edits[spot.path]));
  const problems = useProblems(spot);
  const bad = problems.some(isMistake);
  const said = [field.note, note, field.optional && field.empty].filter(Boolean).join(" ");
  const described = [count && `${id}-count`, said && `${id}-note`, problems.length && `${id}-bad`]
    .filter(Boolean)
    .join(" ");
  const control: Control = {
    id: `${id}-control`,
    "aria-labelledby": `${id}-label`,
    "aria-describedby": described || undefined,
    "aria-invalid": bad || undefined,
    "data-control": controlName(spot),
  };
  const label = spoken ? `${spoken}${field.label && field.key ? `, ${field.label}` : ""}` : field.label;
  const Label = several ? "span" : "label";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns which of its controls has focus
    <div
      className={spoken ? "field field--row" : "field"}
      data-lit={lit || undefined}
      data-bad={bad || undefined}
      data-path={controlName(spot)}
      onFocus={(event) => {
        event.stopPropagation();
        const { currentTarget } = event;
        // The form moves to bring the field beside its place.
        if (!lit) onceReleased(() => currentTarget.contains(document.activeElement) && change({ lit: spot }));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave(spot.file, spot.path);
      }}
    >
      <div className={spoken ? "vh" : "field__top"}>
        <Label className="label" id={`${id}-label`} {...(!several && { htmlFor: control.id })}>
          {from && <span className="from">{from}, </span>}
          {label}
        </Label>
        {field.optional && <span className="opt">(optional)</span>}
        {(changed || count) && (
          <span className="count" id={`${id}-count`}>
            {changed && <span className="changed">changed</span>}
            {changed && count && ", "}
            {count}
          </span>
        )}
      </div>
      {children(control)}
      {said && (
        <p className="note" id={`${id}-note`}>
          {said}
        </p>
      )}
      {below}
      <Mistakes id={`${id}-bad`} problems={problems} alert={!changed} use={use} />
    </div>
  );
}

/** What is only left to do before the launch is none. */
const isMistake = ({ kind, stops }: Problem) => kind !== "launch" || stops;

/** A mistake says what is so, why, and the way out. It speaks up when she leaves the field, not at each letter. */
export function Mistakes({
  id,
  problems,
  alert,
  use,
}: {
  id: string;
  problems: Problem[];
  alert: boolean;
  use?: ((words: string) => void) | undefined;
}) {
  if (!problems.length) return null;
  return (
    <div id={id} role={alert && problems.some(isMistake) ? "alert" : undefined}>
      {problems.map((problem) =>
        isMistake(problem) ? (
          <div className="bad" key={problem.words}>
            <Icon name="mend" />
            <div>
              <p>{problem.words}</p>
              {problem.suggestion && use && (
                <div className="try">
                  <p>“{problem.suggestion}”</p>
                  <button className="button button--small" type="button" onClick={() => use(problem.suggestion ?? "")}>
                    Use this
                  </button>
                </div>
              )}
            </div>
          </div>
        ) : (
          <p className="source source--sample" key={problem.words}>
            <Icon name="sample" />
            <span>{problem.words}</span>
          </p>
        ),
      )}
    </div>
  );
}
