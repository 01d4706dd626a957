declare module "vitest" {
  interface TaskMeta {
    needs?: string;
  }
}

/** For a test that only some machines can run. Elsewhere it is skipped, and the end of the run says what it needs. */
export const needs = (what: string, isThere: boolean) => ({ skip: !isThere, meta: { needs: what } });

export const needsLinux = needs("Linux", process.platform === "linux");
export const needsUnix = needs("a system other than Windows", process.platform !== "win32");
