import { createBrowser } from "../../kit/desk-browser.ts";
import { startHostedSite } from "../../kit/hosted-site.ts";
import { buildExample } from "../../kit/server-process.ts";

/** Asks the editor, with a body if something is sent. */
export type Ask = (
  name: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

/** The owner's editor inside the server, within the memory of the documented service. */
export async function openEditor() {
  buildExample();
  const hosted = await startHostedSite();
  return {
    ...hosted,
    [Symbol.asyncDispose]: hosted.stop,
    /** Signs in at the desk, and returns what asks the editor from there. */
    async signIn(): Promise<Ask> {
      const browser = createBrowser(fetch, undefined, hosted.site);
      await browser.submitForm("/desk", "ask");
      await browser.submitForm(await hosted.signInLink(), "sign in");
      const session = JSON.parse(await browser.read("/edit/api/session"));
      const token = { "x-editor": session.csrfToken, origin: hosted.site };
      return async (name, body, headers) => {
        const sent = body && { method: "POST", body, headers: { ...token, ...headers } };
        const answer = await browser.fetchPage(`/edit/api/${name}`, { ...sent });
        return { status: answer.status, text: await answer.text() };
      };
    },
  };
}
