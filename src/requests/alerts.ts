import type { Log } from "../log/log.ts";

/** Reaches the owner by another way than email. The text carries references and counts, never personal data. */
export type Alert = (text: string) => Promise<void>;

export function createAlert(webhook: string | null, log: Log): Alert {
  return async (text) => {
    log("alert", { words: text });
    if (!webhook) return;
    // Slack and similar services read "text", Discord reads "content".
    const body = JSON.stringify({ text, content: text });
    const headers = { "content-type": "application/json" };
    const response = await fetch(webhook, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the alert webhook answered with status ${response.status}`);
  };
}
