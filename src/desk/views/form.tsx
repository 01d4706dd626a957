import type { ReactNode } from "react";

/** Where a change is sent, and the mark by which the desk knows its own forms. */
export type FormTarget = { url: string; csrfToken: string };

type FormProps = {
  target: FormTarget;
  action: string;
  extraFields?: Record<string, string>;
  className?: string;
  children: ReactNode;
};

/** Every change of the desk is one of these: a plain form, answered with a redirect. */
export function Form({ target, action: does, extraFields = {}, className, children }: FormProps) {
  return (
    <form method="post" action={target.url} className={className}>
      {Object.entries({ form: target.csrfToken, do: does, ...extraFields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
