import type { LaunchItem } from "../../content/launch/launch-check.ts";
import { missingSettings } from "../../content/launch/missing-settings.ts";
import { askHealth, type SiteHealth } from "./read-back.ts";

/** What the site's answer says about its settings; `here` are those that are missing on this computer. */
export function judgeAnswer(
  address: string,
  here: LaunchItem[],
  { health, error }: { health?: SiteHealth; error?: string },
): LaunchItem[] {
  const item = (field: string, message: string): LaunchItem => ({ group: "settings", file: ".env", field, message });
  const { host } = new URL(address);
  if (error !== undefined) return [item("SITE_URL", `names ${host}, which does not answer: ${error}.`)];
  // A host of files alone cannot be asked, so only the settings of this computer are known.
  if (!health) return here;
  if (health.pages) return [item("SITE_URL", `names ${host}, whose pages were ${health.pages}. Publish once more.`)];
  if (health.mail === undefined) return [item("DATA_DIR", `of ${host} cannot be written: no request could be kept.`)];
  return health.mail === "not set"
    ? [item("SMTP_URL", `is not set on ${host}: emails would wait, and nobody would be told of a request.`)]
    : [];
}

/**
 * What the server still lacks before launch. The editor may run on another computer, whose settings say nothing about
 * the server, so the site itself is asked.
 */
export function createSiteSettings(environment: Record<string, string | undefined>) {
  const here = missingSettings(environment);
  let known = here;

  return {
    /** What was found last, without asking. */
    known: () => known,
    /** Asks the site what it lacks; after the launch also whether it is public. */
    async ask(launched: boolean): Promise<{ missing: LaunchItem[]; health?: SiteHealth }> {
      const address = environment.SITE_URL?.trim() ?? "";
      const hasAddress = !here.some(({ field }) => field === "SITE_URL");
      // On the server itself all settings are here, and its own address may not be reachable from inside.
      if (!hasAddress || (!here.length && !launched)) return { missing: here };
      const answer = await askHealth(address);
      known = here.length ? judgeAnswer(address, here, answer) : [];
      return { missing: known, ...(answer.health && { health: answer.health }) };
    },
  };
}

export type SiteSettings = ReturnType<typeof createSiteSettings>;
