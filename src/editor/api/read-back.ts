import { errorMessage, errorProperties } from "../../log/errors.ts";
import { isPublic } from "../../settings/site-address.ts";

/** What the running site says of itself at /healthz. A host of files alone has no such page. */
export interface SiteHealth {
  release?: string;
  /** Why the server does not show a newer release that it has. */
  refused?: string;
  mail?: string;
  /** Why search engines are asked to stay away. */
  hidden?: string;
  /** Set when its pages were built for another address. */
  pages?: string;
}

/** What was found at the site's address. */
interface Found {
  error?: string;
  status?: number;
  location?: string;
  text?: string;
  health?: SiteHealth;
}

export interface Outcome {
  state: "live" | "not-live";
  title: string;
  message: string;
}

const requestTimeout = 10_000;

/** Asks the site itself. Without an answer, `error` says why. */
export async function askHealth(siteUrl: string): Promise<{ health?: SiteHealth; error?: string }> {
  try {
    const answer = await get(new URL("/healthz", siteUrl));
    const body: (SiteHealth & { ok?: unknown }) | undefined = await answer.json().catch(() => undefined);
    return body?.ok === undefined ? {} : { health: body };
  } catch (error) {
    return { error: reason(error) };
  }
}

async function look(siteUrl: string, path: string): Promise<Found> {
  try {
    const answer = await get(new URL(path, siteUrl));
    const { health } = await askHealth(siteUrl);
    const location = answer.headers.get("location");
    return {
      status: answer.status,
      text: await answer.text(),
      ...(location && { location: new URL(location, siteUrl).origin }),
      ...(health && { health }),
    };
  } catch (error) {
    return { error: reason(error) };
  }
}

const get = (url: URL) =>
  fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(requestTimeout),
    headers: { "cache-control": "no-cache" },
  });

/** Several addresses that all refuse are one error without a message. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return errorMessage(cause) || String(errorProperties(cause).code);
}

interface ReadBack {
  siteUrl: string;
  /** The address of the page to read, and its text as it was built: with a notice, and as it is on other days. */
  path: string;
  built: string[];
  /** The name of the release that was built. */
  release: string | undefined;
  /** Whether a command has sent the pages to a host. */
  sent: boolean;
  /** Milliseconds for which the site is asked again until it shows the new page. */
  patience: number;
  isStopped?: () => boolean;
}

/** Reads a page back from the site's own address. Only what was read is called live. */
export async function readBack(options: ReadBack): Promise<Outcome> {
  const end = performance.now() + options.patience;
  for (;;) {
    const outcome = describeOutcome(await look(options.siteUrl, options.path), options);
    if (outcome.state === "live" || performance.now() > end || options.isStopped?.()) return outcome;
    await new Promise((next) => setTimeout(next, Math.min(1_000, options.patience / 5)));
  }
}

/** Whether what was found is the new page, and if not why, and what to do. */
export function describeOutcome(found: Found, expected: Omit<ReadBack, "patience" | "isStopped">): Outcome {
  const { siteUrl, path, built, release, sent } = expected;
  const { origin, host } = new URL(siteUrl);
  const showsPage = found.status === 200 && built.includes(found.text ?? "");
  if (!showsPage || (found.health?.release && found.health.release !== release)) {
    const place = sent ? "Built and sent to your host." : "Built on this computer.";
    return { state: "not-live", title: `${place} Not on the internet yet.`, message: whyNotLive(found, expected) };
  }
  if (isPublic(siteUrl)) {
    const message = `${host} shows them. The editor looked at ${path} there.`;
    return { state: "live", title: "The new pages are live.", message };
  }
  const message = `${origin} shows the new pages. Ask the person who looks after the server to put them on the internet.`;
  return { state: "live", title: "Live on this computer. Not on the internet yet.", message };
}

function whyNotLive(
  { error, location, health }: Found,
  { siteUrl, path, release, sent }: Parameters<typeof describeOutcome>[1],
) {
  const { origin } = new URL(siteUrl);
  if (error !== undefined)
    return `No website answers at ${origin}: ${error}. Ask the person who looks after the server to start it there.`;
  if (location !== undefined && location !== origin)
    return `${origin} leads on to ${location}. Ask the person who looks after the server to have the pages built for that address.`;
  if (health?.release === release && release !== undefined)
    return `The server has the new pages, but ${origin}${path} still shows another. Something in between keeps old pages.`;
  const why = health?.refused
    ? `The server refuses the new ones: ${health.refused}.`
    : sent
      ? "They were sent, and the host has not published them, or this address leads elsewhere."
      : "Nothing has sent the new ones there: PUBLISH_COMMAND is not set, or this address leads elsewhere.";
  return `Other pages are at ${origin}. ${why}`;
}
