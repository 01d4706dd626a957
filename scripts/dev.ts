import { spawn } from "node:child_process";

const port = Number(process.env.PORT || 3000);
const backend = `http://localhost:${port + 1}`;

/** Pages with hot reload from Vite, the function restarted whenever its code changes. */
const children = [
  start(["--watch", "scripts/dev-function.ts"], { PORT: String(port + 1) }),
  start(["node_modules/@react-router/dev/bin.cjs", "dev", "--port", String(port)], { DEV_BACKEND: backend }),
];
for (const child of children) child.on("exit", (code) => stop(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));

function start(args: string[], settings: Record<string, string>) {
  return spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...settings } });
}

function stop(code: number) {
  for (const child of children) child.kill("SIGTERM");
  process.exit(code);
}
