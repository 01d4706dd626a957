import { globSync } from "node:fs";
import { freePort } from "./free-port.ts";
import { patient } from "./patience.ts";
import { spawnServer, tryTimes, waitUntil } from "./spawn-server.ts";

/** WebKitGTK's own browser with its driver, in a window the size of a phone on a screen nobody sees. */
export async function openWebKit() {
  const binary = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0];
  if (!binary) throw new Error("WebKitGTK's browser is missing: install webkit2gtk-driver.");
  const size = ["-screen", "0", "420x900x24"];
  const screen = spawnServer(["Xvfb", ...size, "-nolisten", "tcp", "-displayfd", "1"], {}, /^(\d+)$/m);
  const env = { ...process.env, DISPLAY: `:${await screen.ready()}`, GTK_A11Y: "none" };
  // A window manager, or no window is ever told its size.
  const manager = spawnServer(["matchbox-window-manager", "-use_titlebar", "no"], { env });
  const port = await freePort();
  const driver = spawnServer(["WebKitWebDriver", `--port=${port}`], { env });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(isReady, 30);

  async function sendCommand(path: string, body?: object, method = body ? "POST" : "GET") {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patient(60_000)),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value as unknown;
  }

  const options = { binary, args: ["--automation"] };
  const { sessionId } = (await sendCommand("/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const find = async (css: string) => {
    const found = (await sendCommand(`${session}/element`, { using: "css selector", value: css })) as object;
    return `${session}/element/${Object.values(found)[0]}`;
  };
  const evaluate = (script: string) =>
    sendCommand(`${session}/execute/sync`, { script: `return (${script})`, args: [] });

  return {
    open: (url: string) => sendCommand(`${session}/url`, { url }),
    // By script: the driver's own passes over what was reached without a finger.
    back: () => evaluate("(history.back(), true)"),
    /** Once it is there to be clicked: what is far down is laid out only when it comes near. */
    click: (css: string) =>
      tryTimes(20, async () => {
        await evaluate(`document.querySelector(${JSON.stringify(css)})?.scrollIntoView({ block: "center" })`);
        await sendCommand(`${await find(css)}/click`, {});
      }),
    type: async (css: string, text: string) => sendCommand(`${await find(css)}/value`, { text }),
    evaluate,
    async waitUntil(script: string, seconds = 30) {
      const holds = async () => Boolean(await evaluate(script));
      if (!(await waitUntil(holds, seconds))) throw new Error(`It never came to be that ${script}`);
    },
    async close() {
      await sendCommand(session, undefined, "DELETE").catch(() => {});
      for (const started of [driver, manager, screen]) await started.terminate();
    },
  };
}
