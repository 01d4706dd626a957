/** The only list of the project's folders, for code that copies, watches or compares them. It excludes the content. */
export const buildFolders = ["src"];

/** The folders that a running server and the owner's commands import from, once the pages are built. */
export const serverFolders = ["src", "commands", "supabase"];

export const projectFiles = ["package-lock.json", "package.json", "tsconfig.json"];
