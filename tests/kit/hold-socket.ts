import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

/**
 * Stands in for systemd in tests and measurements: holds a listening socket, and starts a script with it again each time
 * that ends in good order. While one runs this process is blocked, so that it never takes a connection itself.
 */
const [script = "", port = "0"] = process.argv.slice(2);
const holder = createServer().listen(Number(port), "127.0.0.1", () => {
  const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
  writeSync(1, `Holding ${(holder.address() as AddressInfo).port}\n`);
  const env = { ...process.env, LISTEN_FDS: "1" };
  while (spawnSync(process.execPath, [script], { env, stdio: ["ignore", "inherit", "inherit", fd] }).status === 0);
  process.exit(1);
});
