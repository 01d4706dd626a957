import { type DragEvent, type ReactNode, useState } from "react";
import type { Control } from "../fields/field-frame.tsx";

/** The attributes of an element on which picture files can be dropped. */
export function useDropZone(onFiles: (files: File[]) => void) {
  const [dragOver, setDragOver] = useState(false);
  return {
    "data-over": dragOver || undefined,
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setDragOver(true);
    },
    onDragLeave: () => setDragOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setDragOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
}

interface FileChooserProps {
  multiple?: boolean;
  accept?: string;
  /** Connects it with the label of its field. */
  control?: Pick<Control, "id" | "aria-labelledby" | "aria-describedby" | "data-control">;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

const photographs = "image/jpeg,image/png,image/webp,image/avif,image/heic";

export const FileChooser = ({
  multiple = false,
  accept = photographs,
  control,
  onFiles,
  children,
}: FileChooserProps) => (
  <label className="drop-zone">
    <input
      {...control}
      type="file"
      className="sr-only"
      multiple={multiple}
      accept={accept}
      onChange={(event) => onFiles([...(event.target.files ?? [])])}
    />
    {children}
  </label>
);
