import type { MouseEvent, ReactNode } from "react";
import * as icons from "../../../design/icons.ts";
import { Button } from "../parts.tsx";
import { saveValue } from "../save.ts";
import { setState, useValue } from "../state.ts";
import type { FieldProps } from "./field-frame.tsx";

/** Takes an optional picture, list or group out of the file. Text is removed by emptying its field. */
export function RemoveButton({ address, field, children = "Remove" }: FieldProps & { children?: ReactNode }) {
  const value = useValue(address);
  if (!field.optional || field.readOnly || value === undefined || value === null) return null;
  const remove = async ({ currentTarget }: MouseEvent) => {
    const place = currentTarget.closest("[data-path], .group");
    await saveValue(address, `${field.label} removed`, null);
    // This button is gone now, so focus goes to what can be filled in again.
    place?.querySelector<HTMLElement>("[data-control], button")?.focus();
    setState({ announcement: `${field.label} was removed. Undo brings it back.` });
  };
  return (
    <Button look="line small" icon={icons.close} about={field.label} onClick={remove}>
      {children}
    </Button>
  );
}
