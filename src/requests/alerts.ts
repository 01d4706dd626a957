import type { Log } from "../log/log.ts";

/** Reaches the owner by another way than mail. The words carry references and counts, never personal data. */
export type Alert = (text: string) => Promise<void>;

export function createAlert(webhook: string | null, log: Log): Alert {
  return async (words) => {
    log("alert", { words });
    if (!webhook) return;
    // Slack and its kin read "text", Discord reads "content".
    const body = JSON.stringify({ text: words, content: words });
    const headers = { "content-type": "application/json" };
    const response = await fetch(webhook, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the alert was answered with ${response.status}`);
  };
}
