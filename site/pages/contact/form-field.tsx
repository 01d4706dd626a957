import type { ComponentProps } from "react";
import type { Field } from "../../../consultations/request.ts";
import { Icon } from "../../parts/icon.tsx";
import layout from "../../parts/layout.module.css";
import type { Words } from "./contact.tsx";
import styles from "./form.module.css";

/** What each field tells the browser, so that it can help to fill it in. */
const inputs: Record<Exclude<Field, "message">, ComponentProps<"input">> = {
  name: { type: "text", autoComplete: "name", autoCapitalize: "words", spellCheck: false, required: true },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false, required: true },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel", required: true },
  treatment: { type: "text", autoComplete: "off", list: "treatments" },
};

interface FormFieldProps {
  field: Field;
  words: Words;
  error: string | undefined;
  readOnly: boolean;
  defaultValue: string | undefined;
  suggestions: string[] | undefined;
  onInput: (value: string) => void;
  onBlur: () => void;
}

export function FormField({ field, words, error, suggestions, onInput, ...rest }: FormFieldProps) {
  const { label, hint, placeholder } = words.fields[field];
  const optional = field === "treatment" || field === "message";
  const described = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(" ");
  const common = {
    ...rest,
    id: field,
    name: field,
    placeholder,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
    onInput: (event: React.FormEvent<HTMLInputElement | HTMLTextAreaElement>) => onInput(event.currentTarget.value),
  };
  return (
    <div className={field === "email" || field === "phone" ? styles.half : undefined}>
      <label htmlFor={field}>
        {label} {optional && <small>{words.optional}</small>}
      </label>
      <p className={styles.error} id={`${field}-error`} hidden={!error}>
        {error && (
          <>
            <Icon name="alert" />
            <span>
              <span className={layout.srOnly}>{words.errorPrefix} </span>
              {error}
            </span>
          </>
        )}
      </p>
      {field === "message" ? (
        <textarea {...common} rows={5} autoComplete="off" enterKeyHint="enter" />
      ) : (
        <input {...inputs[field]} {...common} enterKeyHint={field === "treatment" ? "send" : "next"} />
      )}
      {hint && (
        <p className={styles.hint} id={`${field}-hint`}>
          {hint}
        </p>
      )}
      {suggestions && (
        <datalist id="treatments">
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </div>
  );
}
