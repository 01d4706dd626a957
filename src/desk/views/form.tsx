import type { ReactNode } from "react";

/** The URL that a form is sent to, and the CSRF token by which the desk recognizes its own forms. */
export type FormTarget = { url: string; csrfToken: string };

type FormProps = {
  target: FormTarget;
  action: string;
  extraFields?: Record<string, string>;
  className?: string;
  children: ReactNode;
};

/** A form that is nothing but its button. */
export function ActionButton({ className, children, ...form }: FormProps) {
  return (
    <Form {...form}>
      <button className={className} type="submit">
        {children}
      </button>
    </Form>
  );
}

/** Every action of the desk is a plain form that is answered with a redirect. */
export function Form({ target, action, extraFields = {}, className, children }: FormProps) {
  return (
    <form method="post" action={target.url} className={className}>
      {Object.entries({ form: target.csrfToken, do: action, ...extraFields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
