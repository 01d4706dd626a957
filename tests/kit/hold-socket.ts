import { spawnSync } from "node:child_process";
import { createServer } from "node:net";

/**
 * Stands in for systemd in tests: holds a listening socket, and starts a command with it again each time
 * that ends in good order. While one runs this process is blocked, so that it never takes a connection itself.
 */
const [program = "", ...args] = process.argv.slice(2);
const holder = createServer().listen(0, "127.0.0.1", () => {
  const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
  const env = { ...process.env, LISTEN_FDS: "1" };
  while (spawnSync(program, args, { env, stdio: ["ignore", "inherit", "inherit", fd] }).status === 0);
  process.exit(1);
});
