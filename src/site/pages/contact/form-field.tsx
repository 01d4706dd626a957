import type { ComponentProps } from "react";
import type { Field } from "../../../requests/request.ts";
import { Icon } from "../../parts/icon.tsx";
import layout from "../../parts/layout.module.css";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";

/** The attributes that let the browser help to fill in each field. */
const inputs: Record<Exclude<Field, "message">, ComponentProps<"input">> = {
  name: { type: "text", autoComplete: "name", autoCapitalize: "words", spellCheck: false, required: true },
  email: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false, required: true },
  phone: { type: "tel", autoComplete: "tel", inputMode: "tel", required: true },
  treatment: { type: "text", autoComplete: "off", list: "treatments" },
};

interface FormFieldProps {
  field: Field;
  strings: FormStrings;
  error: string | undefined;
  readOnly: boolean;
  defaultValue: string | undefined;
  suggestions: string[] | undefined;
  onInput: (value: string) => void;
  onBlur: () => void;
}

export function FormField({ field, strings, error, suggestions, onInput, ...rest }: FormFieldProps) {
  const { label, hint, placeholder } = strings.fields[field];
  const optional = field === "treatment" || field === "message";
  const describedBy = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(" ");
  const controlProps = {
    ...rest,
    id: field,
    name: field,
    placeholder,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
    onInput: (event: React.FormEvent<HTMLInputElement | HTMLTextAreaElement>) => onInput(event.currentTarget.value),
  };
  return (
    <div className={field === "email" || field === "phone" ? styles.half : undefined}>
      <label htmlFor={field}>
        {label} {optional && <small>{strings.optional}</small>}
      </label>
      <p className={styles.error} id={`${field}-error`} hidden={!error}>
        {error && (
          <>
            <Icon name="alert" />
            <span>
              <span className={layout.srOnly}>{strings.errorPrefix} </span>
              {error}
            </span>
          </>
        )}
      </p>
      {field === "message" ? (
        <textarea {...controlProps} rows={5} autoComplete="off" enterKeyHint="enter" />
      ) : (
        <input {...inputs[field]} {...controlProps} enterKeyHint={field === "treatment" ? "send" : "next"} />
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
