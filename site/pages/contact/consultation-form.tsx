import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  bounds,
  type Draft,
  endpoint,
  type Field,
  type FieldErrors,
  fields,
  trapField,
  validate,
} from "../../../consultations/request.ts";
import { nextFrame } from "../../browser/moments.ts";
import { buttonClass } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import type { Words } from "./contact.tsx";
import styles from "./form.module.css";
import { FormField } from "./form-field.tsx";
import { ErrorSummary, Notice } from "./notices.tsx";
import { type Submission, send, submissionKey } from "./send.ts";

type Phase = "idle" | "sending" | "sent" | "failed" | "check";

interface ConsultationFormProps {
  words: Words;
  phone: { text: string; href: string };
  treatments: string[];
  privacyPolicy: string;
  /** What was sent without script and came back. */
  draft?: Draft | undefined;
}

export function ConsultationForm({ words, phone, treatments, privacyPolicy, draft }: ConsultationFormProps) {
  const wrong = Object.keys(draft?.errors ?? {}).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<Submission>(null);
  const [live, setLive] = useState(false);
  const [phase, setPhase] = useState<Phase>(wrong ? "check" : "idle");
  const [errors, setErrors] = useState<FieldErrors>(draft?.errors ?? {});
  const [checking, setChecking] = useState(wrong);
  const [left, setLeft] = useState<number>();

  useEffect(() => {
    setLive(true);
    const { hash } = window.location;
    if (hash === "#sent") setPhase("sent");
    if (hash === "#failed") setPhase("failed");
    // The page is kept while the visitor looks at another, with her words and without what was said of them.
    const page = form.current?.closest("main");
    const settle = () => {
      setPhase((now) => (now === "sending" ? now : "idle"));
      setErrors({});
      setChecking(false);
    };
    page?.addEventListener("leave", settle);
    return () => page?.removeEventListener("leave", settle);
  }, []);

  useEffect(() => {
    let current = phase !== "idle" && phase !== "sending";
    // The tap is answered first, and what was said then read out.
    nextFrame().then(() => current && document.getElementById(phase)?.focus());
    return () => {
      current = false;
    };
  }, [phase]);

  useTitlePrefix(words.errorPrefix, Object.keys(errors).length > 0);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase === "sending") return;
    const element = event.currentTarget;
    const checked = validate(read(element));
    setChecking(true);
    setErrors(checked.ok ? {} : checked.errors);
    if (!checked.ok) {
      setPhase("check");
      document.getElementById("check")?.focus();
      return;
    }

    setPhase("sending");
    const { request } = checked;
    const again = last.current && JSON.stringify(last.current.request) === JSON.stringify(request);
    const trap = element.elements.namedItem(trapField);
    last.current = {
      request,
      key: (again && last.current?.key) || submissionKey(),
      suspect: trap instanceof HTMLInputElement && trap.value !== "",
    };
    try {
      await send(last.current);
    } catch (error) {
      console.error(error);
      setPhase("failed");
      return;
    }
    last.current = null;
    clear(element);
    setLeft(undefined);
    setChecking(false);
    setPhase("sent");
  }

  /** Errors go as soon as they are mended, and are added only once the visitor has left the field. */
  function recheck(field: Field, leaving: boolean) {
    if (!form.current || !checking) return;
    const checked = validate(read(form.current));
    const message = checked.ok ? undefined : checked.errors[field];
    if (message && !leaving && !errors[field]) return;
    setErrors(({ [field]: _, ...others }) => (message ? { ...others, [field]: message } : others));
  }

  const sending = phase === "sending";
  const dismiss = { dismiss: words.dismiss, onDismiss: () => setPhase("idle") };
  const notice = <Id extends Phase>(id: Id) => ({ id, shown: phase === id, ...dismiss });
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`${__BACKEND_URL__}${endpoint}`}
      noValidate={live}
      data-live={live || undefined}
      aria-describedby="form-privacy"
      onSubmit={submit}
    >
      <Notice {...notice("sent")} heading={words.success.heading}>
        <p>{words.success.text}</p>
        <ul className={styles.next} role="list">
          {words.next.map(({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </Notice>
      <Notice {...notice("failed")} heading={words.failure.heading}>
        <p>
          {words.failure.text} <a href={phone.href}>{phone.text}</a>
        </p>
      </Notice>
      <ErrorSummary heading={words.errorsHeading} errors={phase === "check" ? errors : {}} />

      {fields.map((field) => (
        <FormField
          key={field}
          field={field}
          words={words}
          error={errors[field]}
          readOnly={sending}
          defaultValue={draft?.values[field]}
          suggestions={field === "treatment" ? treatments : undefined}
          onInput={(value) => {
            recheck(field, false);
            if (field === "message") setLeft(value.length > 1600 ? bounds.message - value.length : undefined);
          }}
          onBlur={() => recheck(field, true)}
        />
      ))}
      <p className={styles.counter} aria-live="polite" hidden={left === undefined}>
        {left !== undefined && `${left} ${words.remaining}`}
      </p>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={trapField}>{words.trap}</label>
        <input type="text" id={trapField} name={trapField} tabIndex={-1} autoComplete="off" />
      </div>

      <ul className={`${layout.soft} ${layout.fine} ${styles.privacy}`} id="form-privacy">
        {words.privacy.map((line, at) => (
          <li key={line}>
            {line} {at === words.privacy.length - 1 && <a href="/privacy">{privacyPolicy}</a>}
          </li>
        ))}
      </ul>
      <button className={buttonClass()} type="submit" disabled={sending}>
        {sending && <span className={styles.spinner} />}
        {sending ? words.sending : words.button}
      </button>
      <p className={layout.srOnly} role="status">
        {sending && words.sending}
      </p>
    </form>
  );
}

function read(form: HTMLFormElement) {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")]));
}

/** Not form.reset(): that would bring back the treatment the visitor came with. */
function clear(form: HTMLFormElement) {
  for (const field of fields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = "";
  }
}

/** Taken away again from whatever the title is then: by that time it may be another page's. */
function useTitlePrefix(prefix: string, wanted: boolean) {
  useEffect(() => {
    if (!wanted) return;
    const without = () => document.title.replace(`${prefix} `, "");
    document.title = `${prefix} ${without()}`;
    return () => {
      document.title = without();
    };
  }, [prefix, wanted]);
}
