import { type ComponentProps, type MouseEvent, type ReactNode, useId, useState } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Choice } from "../api/api-types.ts";
import { showFailure } from "./api-client.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  /** The modifiers of the class, as in "line small". "text" is a button that looks like a link. */
  look?: string;
  icon?: icons.IconShape;
  /** What it is about, for those who do not see what stands beside it. */
  about?: string;
  /** It stays focusable, so that a screen reader finds it. */
  isDisabled?: boolean;
  /** What it saves. It says so meanwhile, and saves nothing twice. */
  save?: () => Promise<unknown>;
}

export function Button(button: ButtonProps) {
  const { look = "", className, icon, about, isDisabled, save, onClick, children, ...props } = button;
  const [isSaving, setSaving] = useState(false);
  const modifiers = look.split(" ").map((modifier) => modifier && ` button--${modifier}`);
  const act = async (event: MouseEvent<HTMLButtonElement>) => {
    setSaving(save !== undefined);
    try {
      await (save ? save() : onClick?.(event));
    } catch (error) {
      showFailure(error);
    } finally {
      setSaving(false);
    }
  };
  const isOff = isDisabled || isSaving;
  return (
    <button
      type="button"
      className={className ?? (look === "text" ? "text-button" : `button${modifiers.join("")}`)}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : act}
      {...props}
    >
      {icon && <Icon shape={icon} />}
      {isSaving ? "Saving…" : children}
      {about && <span className="sr-only">: {about}</span>}
    </button>
  );
}

/** Words with an icon before them; without one, a sign that something is under way. */
export const WithIcon = ({ shape, children }: { shape?: icons.IconShape | undefined; children: ReactNode }) => (
  <>
    {shape ? <Icon shape={shape} /> : <i className="spinner" />}
    {children}
  </>
);

/** Marks an entry beside its name. */
export const ToFix = () => (
  <span className="badge">
    <Icon shape={icons.warning} />
    <span className="sr-only">, has something to fix</span>
  </span>
);

interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  choices: Choice[];
  onChange: (value: string) => void;
}

/** One of several choices. What is inside comes before them, such as "Nothing chosen". */
export const Select = ({ choices, onChange, children, ...props }: SelectProps) => (
  <select className="input" onChange={({ target }) => onChange(target.value)} {...props}>
    {children}
    {choices.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

interface LabelledProps
  extends Pick<ComponentProps<"input">, "maxLength" | "autoCapitalize" | "spellCheck" | "aria-invalid"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  note?: string;
  /** What stands beside the label. */
  count?: string;
  /** Of a text with several lines. */
  rows?: number;
  /** What is inside comes before them. */
  choices?: Choice[];
  children?: ReactNode;
}

/** A text or a choice that is no field of a form, with its label. */
export function Labelled(props: LabelledProps) {
  const { label, value, onChange, note, count, rows, choices, children, ...attributes } = props;
  const id = useId();
  const noteId = note ? `${id}-note` : undefined;
  const control = { id, className: "input", "aria-describedby": noteId, value };
  const onEdit = ({ target }: { target: { value: string } }) => onChange(target.value);
  return (
    <div className="field">
      <div className="field__top">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {count && <span className="count small soft">{count}</span>}
      </div>
      {choices ? (
        <Select {...control} choices={choices} onChange={onChange}>
          {children}
        </Select>
      ) : rows ? (
        <textarea {...control} rows={rows} onChange={onEdit} />
      ) : (
        <input {...control} {...attributes} onChange={onEdit} />
      )}
      {note && (
        <p className="note" id={noteId}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Fields that are folded away at the end of their part. */
export const RarelyChanged = ({ children }: { children: ReactNode }) => (
  <details className="more">
    <summary>
      <Icon shape={icons.chevronRight} className="chevron" />
      More, rarely changed
    </summary>
    {children}
  </details>
);

interface NoticeProps extends ComponentProps<"div"> {
  message: string;
  icon?: icons.IconShape;
}

/** Says what went wrong, or asks something, and below it what can be done. */
export const Notice = ({ message, icon = icons.warning, children, ...props }: NoticeProps) => (
  <div className="notice notice--bad" {...props}>
    <Icon shape={icon} />
    <div>
      <p>{message}</p>
      {children}
    </div>
  </div>
);

/** Follows a pressed pointer until it is released, or until the browser uses it for something else. */
export function followPointer(onMove: (event: PointerEvent) => void, onEnd: (event: Event) => void = () => {}) {
  const ended = new AbortController();
  const { signal } = ended;
  const end = (event: Event) => {
    ended.abort();
    onEnd(event);
  };
  addEventListener("pointermove", onMove, { signal });
  for (const eventName of ["pointerup", "pointercancel"]) addEventListener(eventName, end, { signal });
}

let isPressed = false;
for (const eventName of ["pointerdown", "pointerup", "pointercancel"])
  addEventListener(eventName, () => (isPressed = eventName === "pointerdown"), true);

/** Runs the action once no pointer is pressed. Moving an element during a press would lose the click. */
export function afterRelease(action: () => void) {
  if (!isPressed) return void setTimeout(action);
  followPointer(
    () => {},
    () => setTimeout(action),
  );
}
