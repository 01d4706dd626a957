import { type ExecFileOptions, execFile } from "node:child_process";

export interface ProcessResult {
  code: number;
  stdout: string;
  stderr: string;
  /** The program is not installed on this machine. */
  missing: boolean;
}

/** Runs a program to its end without blocking. */
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
