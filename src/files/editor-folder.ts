import { basename, join } from "node:path";

/** Where the editor of a content folder keeps drafts, file copies and uploads: outside of the content. */
export const editorFolder = (dataDir: string, contentFolder: string): string =>
  join(dataDir, "editor", basename(contentFolder));

/** Says why the owner's words are not committed, or have not left the machine. The desk shows it; without it all is well. */
export const notCommittedFile = (folder: string): string => join(folder, "not-committed");
