import { type FormEvent, type MouseEvent, startTransition, useEffect, useRef, useState } from "react";
import {
  endpoint,
  type FieldErrors,
  type FieldName,
  type FilledForm,
  fields,
  formField,
  honeypotField,
  validate,
} from "../../../requests/request.ts";
import { buttonClass } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import { afterNextPaint } from "../../scheduling.ts";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";
import { FormField, type Suggestion } from "./form-field.tsx";
import { ErrorSummary, FailureNotice, Thanks } from "./notices.tsx";
import { createSubmissionKey, type FormSubmission, send } from "./send-request.ts";

type Phase = "idle" | "sending" | "sent" | "failed" | "check";

interface ConsultationFormProps {
  strings: FormStrings;
  phone: { text: string; href: string };
  suggestions: Suggestion[];
  privacyPolicy: string;
  /** The values and errors of a form that was sent without script and rejected. */
  filled?: FilledForm | undefined;
}

export function ConsultationForm({ strings, phone, suggestions, privacyPolicy, filled }: ConsultationFormProps) {
  const hasErrors = Object.keys(filled?.errors ?? {}).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const lastSubmission = useRef<FormSubmission>(null);
  const [hydrated, setHydrated] = useState(false);
  const [phase, setPhase] = useState<Phase>(hasErrors ? "check" : "idle");
  const [errors, setErrors] = useState<FieldErrors>(filled?.errors ?? {});
  const [validating, setValidating] = useState(hasErrors);
  const [charactersLeft, setCharactersLeft] = useState<number>();
  const [sentAt, setSentAt] = useState(filled?.sentAt);

  useEffect(() => {
    setHydrated(true);
    const { hash } = window.location;
    if (hash === "#sent") setPhase("sent");
    if (hash === "#failed") setPhase("failed");
    // The page stays in memory after the visitor leaves it: the text is kept, the messages about it are reset.
    const page = form.current?.closest("main");
    // With a press on "change" the ticket is gone, and the field is there.
    const change = page?.querySelector("[data-ticket] details");
    change?.addEventListener("toggle", () => document.getElementById("treatment")?.focus());
    const resetFeedback = () => {
      setPhase((current) => (current === "sending" ? current : "idle"));
      setErrors({});
      setValidating(false);
    };
    page?.addEventListener("leave", resetFeedback);
    return () => page?.removeEventListener("leave", resetFeedback);
  }, []);

  // The visitor pressed Send before this script had started: browser/loader.ts.
  useEffect(() => {
    if (hydrated && form.current && "pressed" in form.current.dataset) form.current.requestSubmit();
  }, [hydrated]);

  useEffect(() => {
    let active = phase !== "idle" && phase !== "sending";
    // The focus moves after the next paint, so that the tap responds first and the notice is then read out.
    afterNextPaint().then(() => {
      if (!active) return;
      const message = document.getElementById(phase);
      message?.focus();
      // The thanks are taller than what they replace, so they are shown from their start.
      if (phase === "sent") message?.scrollIntoView();
    });
    return () => {
      active = false;
    };
  }, [phase]);

  useTitlePrefix(strings.errorPrefix, Object.keys(errors).length > 0);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase === "sending") return;
    const element = event.currentTarget;
    const validated = validate(readFields(element));
    if (!validated.ok) {
      // The tap is answered first: the button goes down, and the messages follow in the next frame.
      startTransition(() => {
        setValidating(true);
        setErrors(validated.errors);
        setPhase("check");
      });
      // If they are shown already, the effect above does not move the focus to them.
      if (phase === "check") document.getElementById("check")?.focus();
      return;
    }

    setValidating(true);
    setErrors({});
    setPhase("sending");
    const { request } = validated;
    const unchanged =
      lastSubmission.current && JSON.stringify(lastSubmission.current.request) === JSON.stringify(request);
    const honeypot = element.elements.namedItem(honeypotField);
    lastSubmission.current = {
      request,
      key: (unchanged && lastSubmission.current?.key) || createSubmissionKey(),
      isSpam: honeypot instanceof HTMLInputElement && honeypot.value !== "",
    };
    try {
      await send(lastSubmission.current);
    } catch (error) {
      console.error(error);
      setPhase("failed");
      return;
    }
    lastSubmission.current = null;
    clearFields(element);
    setCharactersLeft(undefined);
    setValidating(false);
    setSentAt(Date.now());
    setPhase("sent");
  }

  /** An error disappears as soon as it is fixed; a new one appears only when the visitor leaves the field. */
  function revalidate(field: FieldName, blurred: boolean) {
    if (!form.current || !validating) return;
    const validated = validate(readFields(form.current));
    const message = validated.ok ? undefined : validated.errors[field];
    if (message && !blurred && !errors[field]) return;
    // The letter is shown first.
    startTransition(() => {
      setErrors(({ [field]: _, ...others }) => (message ? { ...others, [field]: message } : others));
    });
  }

  const sending = phase === "sending";
  function startAgain(event: MouseEvent) {
    event.preventDefault();
    setPhase("idle");
    afterNextPaint().then(() => form.current?.querySelector<HTMLElement>(".input")?.focus());
  }
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`${__BACKEND_URL__}${endpoint}`}
      noValidate={hydrated}
      data-live={hydrated || undefined}
      aria-describedby="form-privacy"
      onSubmit={submit}
    >
      <Thanks strings={strings} phone={phone} visible={phase === "sent"} sentAt={sentAt} onStartAgain={startAgain} />
      <FailureNotice strings={strings} phone={phone} visible={phase === "failed"} onDismiss={() => setPhase("idle")} />
      <ErrorSummary heading={strings.errorsHeading} errors={phase === "check" ? errors : {}} />

      <div className={styles.fields}>
        {fields.map((field) => (
          <FormField
            key={field}
            field={field}
            strings={strings}
            error={errors[field]}
            readOnly={sending}
            defaultValue={filled?.values[field]}
            suggestions={field === "treatment" ? suggestions : undefined}
            onInput={(value) => {
              revalidate(field, false);
              const { multiline, maxLength } = formField(field);
              if (multiline) setCharactersLeft(value.length > 0.8 * maxLength ? maxLength - value.length : undefined);
            }}
            onBlur={() => revalidate(field, true)}
          />
        ))}
        <p className={styles.counter} aria-live="polite" hidden={charactersLeft === undefined}>
          {charactersLeft !== undefined && `${charactersLeft} ${strings.remaining}`}
        </p>
        {/* People can neither see nor reach this field, but bots fill it in. */}
        <div className="sr-only" aria-hidden="true">
          <label htmlFor={honeypotField}>{strings.trap}</label>
          <input type="text" id={honeypotField} name={honeypotField} tabIndex={-1} autoComplete="off" />
        </div>

        <ul className={`${layout.soft} ${layout.fine} ${styles.privacy}`} id="form-privacy">
          {strings.privacy.map((line, index) => (
            <li key={line}>
              {line} {index === strings.privacy.length - 1 && <a href="/privacy">{privacyPolicy}</a>}
            </li>
          ))}
        </ul>
        <button className={buttonClass()} type="submit" disabled={sending}>
          {sending && <span className={styles.spinner} />}
          {sending ? strings.sending : strings.button}
        </button>
        <p className="sr-only" role="status">
          {sending && strings.sending}
        </p>
      </div>
    </form>
  );
}

function readFields(form: HTMLFormElement) {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")]));
}

/** form.reset() is not used, because it would restore the treatment that the visitor came from. */
function clearFields(form: HTMLFormElement) {
  for (const field of fields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = "";
  }
}

/** The prefix is removed from the current title, which by then may be another page's. */
function useTitlePrefix(prefix: string, active: boolean) {
  useEffect(() => {
    if (!active) return;
    const titleWithoutPrefix = () => document.title.replace(`${prefix} `, "");
    document.title = `${prefix} ${titleWithoutPrefix()}`;
    return () => {
      document.title = titleWithoutPrefix();
    };
  }, [prefix, active]);
}
