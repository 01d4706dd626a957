import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Choice } from "../api/api-types.ts";
import { attempt } from "./api-client.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  /** The modifiers of the class, as in "line small". "text" is a button that looks like a link. */
  look?: string;
  icon?: icons.IconShape;
  /** What it is about, for those who do not see what stands beside it. */
  about?: string;
  /** It stays focusable, so that a screen reader finds it. */
  isDisabled?: boolean;
}

export function Button({ look = "", className, icon, about, isDisabled, onClick, children, ...props }: ButtonProps) {
  const modifiers = look.split(" ").map((modifier) => modifier && ` button--${modifier}`);
  return (
    <button
      type="button"
      className={className ?? (look === "text" ? "text-button" : `button${modifiers.join("")}`)}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
      {...props}
    >
      {icon && <Icon shape={icon} />}
      {children}
      {about && <span className="sr-only">: {about}</span>}
    </button>
  );
}

export function useSaving() {
  const [isSaving, setSaving] = useState(false);
  const start = async (work: () => Promise<unknown>) => {
    if (isSaving) return;
    setSaving(true);
    await attempt(work).finally(() => setSaving(false));
  };
  return [isSaving, start] as const;
}

interface SavingButtonProps extends Omit<ButtonProps, "onClick"> {
  save: () => Promise<unknown>;
}

/** A button that says so while it saves, and saves nothing twice. */
export function SavingButton({ save, children, ...props }: SavingButtonProps) {
  const [isSaving, start] = useSaving();
  return (
    <Button {...props} isDisabled={isSaving} onClick={() => start(save)}>
      {isSaving ? "Saving…" : children}
    </Button>
  );
}

/** Words with an icon before them; without one, a sign that something is under way. */
export const WithIcon = ({ shape, children }: { shape?: icons.IconShape | undefined; children: ReactNode }) => (
  <>
    {shape ? <Icon shape={shape} /> : <i className="spinner" />}
    {children}
  </>
);

/** What an entry still needs. */
export const Badge = ({ icon, spoken }: { icon: icons.IconShape; spoken: string }) => (
  <span className="badge">
    <Icon shape={icon} />
    <span className="sr-only">, {spoken}</span>
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

interface LabelledProps {
  label: string;
  note?: string;
  /** What stands beside the label. */
  count?: string;
  children: (control: { id: string; "aria-describedby": string | undefined }) => ReactNode;
}

/** A control that is no field of a form, with its label. */
export function Labelled({ label, note, count, children }: LabelledProps) {
  const id = useId();
  const noteId = note && `${id}-note`;
  return (
    <div className="field">
      <div className="field__top">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {count && <span className="count small soft">{count}</span>}
      </div>
      {children({ id, "aria-describedby": noteId })}
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

/** Says what went wrong, and below it what can be done. */
export const ErrorMessage = ({ message, children, ...props }: { message: string } & ComponentProps<"div">) => (
  <div className="notice notice--bad" {...props}>
    <Icon shape={icons.warning} />
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
