import { type ExecFileOptions, execFile } from "node:child_process";

export interface ProcessResult {
  code: number;
  stdout: string;
  stderr: string;
  /** This machine has no such program. */
  missing: boolean;
}

/** Another program to its end, while everything here goes on. */
export function runProcess(
  program: string,
  args: string[],
  { input, ...options }: ExecFileOptions & { input?: string } = {},
) {
  return new Promise<ProcessResult>((resolve) => {
    const child = execFile(program, args, { maxBuffer: 200_000_000, ...options }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code ?? 1) : 0,
        stdout: String(stdout),
        stderr: String(stderr),
        missing: error?.code === "ENOENT",
      }),
    );
    child.stdin?.on("error", () => {}).end(input);
  });
}
