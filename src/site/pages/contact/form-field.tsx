import type { FormEvent } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { type FieldName, fields, formField } from "../../../requests/request.ts";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";

/** Enter sends the form from the last field of one line. */
const lastSingleLine = fields.filter((field) => !formField(field).multiline).pop();

/** What the form can be about, with the name that an address uses for it. */
export interface Suggestion {
  id: string;
  name: string;
}

interface FormFieldProps {
  field: FieldName;
  strings: FormStrings;
  error: string | undefined;
  readOnly: boolean;
  defaultValue: string | undefined;
  suggestions: Suggestion[] | undefined;
  onInput: (value: string) => void;
  onBlur: () => void;
}

export function FormField({ field, strings, error, suggestions, onInput, ...rest }: FormFieldProps) {
  const { label, hint, placeholder } = strings.fields[field];
  const { missing, multiline, input } = formField(field);
  const describedBy = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(" ");
  const controlProps = {
    ...input,
    ...rest,
    className: "input",
    required: missing !== undefined,
    id: field,
    name: field,
    // A field without an example has an empty one, by which the style sheet can tell whether the field is empty.
    placeholder: placeholder ?? " ",
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => onInput(event.currentTarget.value),
  };
  return (
    <div className={field === "treatment" ? styles.subject : field === "email" || field === "phone" ? styles.half : ""}>
      <label htmlFor={field}>
        {label} {!missing && <small>{strings.optional}</small>}
      </label>
      <p className={styles.error} id={`${field}-error`} hidden={!error}>
        {error && (
          <>
            <Icon shape={icons.alert} />
            <span>
              <span className="sr-only">{strings.errorPrefix} </span>
              {error}
            </span>
          </>
        )}
      </p>
      {multiline ? (
        <textarea {...controlProps} rows={5} enterKeyHint="enter" />
      ) : (
        <input
          {...controlProps}
          list={suggestions && `${field}-list`}
          enterKeyHint={field === lastSingleLine ? "send" : "next"}
        />
      )}
      {hint && (
        <p className={styles.hint} id={`${field}-hint`}>
          {hint}
        </p>
      )}
      {suggestions && (
        <datalist id={`${field}-list`}>
          {suggestions.map(({ id, name }) => (
            <option key={id} value={name} data-about={id} />
          ))}
        </datalist>
      )}
    </div>
  );
}
