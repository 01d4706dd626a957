import { type DragEvent, type ReactNode, useState } from "react";

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
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

export const FileChooser = ({ multiple = false, onFiles, children }: FileChooserProps) => (
  <label className="drop-zone">
    <input
      type="file"
      className="sr-only"
      multiple={multiple}
      accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
      onChange={(event) => onFiles([...(event.target.files ?? [])])}
    />
    {children}
  </label>
);
