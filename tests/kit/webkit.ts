import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "./patience.ts";

/** The name WebDriver gives to what stands for an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

export type WebKit = Awaited<ReturnType<typeof openWebKit>>;

/** WebKitGTK's own browser with its driver, in a window the size of a phone on a screen nobody sees. */
export async function openWebKit() {
  const binary = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0];
  if (!binary) throw new Error("WebKitGTK's browser is missing: install webkit2gtk-driver.");
  const started: ChildProcess[] = [];
  const start = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
    started.push(child);
    return child;
  };
  const screen = start("Xvfb", ["-screen", "0", "420x900x24", "-nolisten", "tcp", "-displayfd", "1"]);
  const [number] = await once(screen.stdout as NodeJS.ReadableStream, "data");
  const env = { ...process.env, DISPLAY: `:${String(number).trim()}`, GTK_A11Y: "none" };
  // A window manager, or no window is ever told its size.
  start("matchbox-window-manager", ["-use_titlebar", "no"], env);
  const port = 20_000 + (process.pid % 20_000);
  start("WebKitWebDriver", [`--port=${port}`], env);
  await sleep(1000);

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
    const element = (await sendCommand(`${session}/element`, { using: "css selector", value: css })) as Record<
      string,
      string
    >;
    return `${session}/element/${element[elementKey]}`;
  };
  const evaluate = (script: string) =>
    sendCommand(`${session}/execute/sync`, { script: `return (${script})`, args: [] });

  return {
    open: (url: string) => sendCommand(`${session}/url`, { url }),
    // By script: the driver's own passes over what was reached without a finger.
    back: () => evaluate("(history.back(), true)"),
    /** Once it is there to be clicked: what is far down is laid out only when it comes near. */
    async click(css: string) {
      for (let tries = 0; ; tries++) {
        await evaluate(`document.querySelector(${JSON.stringify(css)})?.scrollIntoView({ block: "center" })`);
        try {
          return await sendCommand(`${await find(css)}/click`, {});
        } catch (error) {
          if (tries === 20) throw error;
          await sleep(200);
        }
      }
    },
    type: async (css: string, text: string) => sendCommand(`${await find(css)}/value`, { text }),
    evaluate,
    async waitUntil(script: string, seconds = 30) {
      for (let tries = 0; tries < patient(seconds * 10); tries++) {
        if (await evaluate(script)) return;
        await sleep(100);
      }
      throw new Error(`It never came to be that ${script}`);
    },
    async close() {
      await sendCommand(session, undefined, "DELETE").catch(() => {});
      for (const child of started.reverse()) child.kill();
    },
  };
}
