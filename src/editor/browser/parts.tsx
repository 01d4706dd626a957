import { type ComponentProps, type ReactNode, useState } from "react";
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

/**
 * What a button says in place of its words while it saves, and once it has, until what it is about is gone. Nothing is
 * saved twice. The work tells whether it was saved.
 */
export function useSaving() {
  const [said, setSaid] = useState("");
  const start = async (work: () => Promise<unknown>) => {
    if (said) return;
    setSaid("Saving…");
    let saved: unknown;
    try {
      saved = await attempt(work);
    } finally {
      setSaid(saved === true ? "Saved" : "");
    }
  };
  return [said, start] as const;
}

interface SavingButtonProps extends Omit<ButtonProps, "onClick"> {
  save: () => Promise<unknown>;
}

export function SavingButton({ save, children, ...props }: SavingButtonProps) {
  const [said, start] = useSaving();
  return (
    <Button {...props} isDisabled={said !== ""} onClick={() => start(save)}>
      {said || children}
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
