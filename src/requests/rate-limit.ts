/**
 * `flag` means that one client sends many requests, `flood` that many clients do at once; a flood is never refused. With
 * `unconfirmed` the visitor is not told by email, because enough were told from this client's network today.
 */
export type LimitResult =
  | { result: "pass"; unconfirmed?: true }
  | { result: "flag" | "flood" }
  | { result: "refuse"; retryAfter: number };

/**
 * Called once for each valid request, with the address of the client that sent it, and whether a browser sent it from
 * the studio's own page.
 */
export type Limiter = (client: string, fromOwnPage?: boolean) => Promise<LimitResult>;

const minute = 60_000;
const hour = 60 * minute;
/** A client is flagged after so many requests in ten minutes, and refused after so many in an hour. */
const window = 10 * minute;
const flagAfter = 5;
const refuseAfter = 30;
/** Applies to all clients that came by the page together, and to all others together. */
const floodAfter = 100;
/** Applies to the IPv6 addresses of one organisation, which may have 65,536 networks. */
const organisationFloodAfter = 20;
/** Visitors of one network who may be told by email in a day, so that nobody can fill strangers' mailboxes. */
const confirmationLimit = 2;
const saltLifetime = 24 * hour;
const maxClients = 10_000;

export const unlimited: Limiter = async () => ({ result: "pass" });

/** Remembers clients in memory by a keyed hash. Nobody knows the key, and it is discarded within a day. */
export function createLimiter(now: () => number): Limiter {
  const visits = new Map<string, number[]>();
  const confirmations = new Map<string, number>();
  let salt = newSalt();
  let saltedAt = now();

  async function hash(text: string): Promise<string> {
    const signature = await crypto.subtle.sign("HMAC", await salt, new TextEncoder().encode(text));
    return new BigUint64Array(signature).join();
  }

  const since = (start: number, key: string) => (visits.get(key) ?? []).filter((time) => time > start);

  /** Counts a visit, and says how many there were within ten minutes. */
  function count(key: string, time: number): number {
    // Not more times are kept than are needed to know that there are too many.
    const times = [...since(time - hour, key), time].slice(-floodAfter - 1);
    // The map is ordered by last visit, so the client whose last visit is longest ago is dropped first.
    visits.delete(key);
    visits.set(key, times);
    const [leastRecent] = visits.keys();
    if (visits.size > maxClients && leastRecent !== undefined) visits.delete(leastRecent);
    return since(time - window, key).length;
  }

  return async (client, fromOwnPage = false) => {
    if (now() - saltedAt >= saltLifetime) {
      salt = newSalt();
      saltedAt = now();
      visits.clear();
      confirmations.clear();
    }
    const groups = network(client).split(":");
    const key = await hash(groups.join(":"));
    const organisation = groups.length > 1 ? await hash(groups.slice(0, 3).join(":")) : null;

    const time = now();
    const lastHour = since(time - hour, key);
    const [oldest = time] = lastHour;
    if (lastHour.length >= refuseAfter)
      return { result: "refuse", retryAfter: Math.ceil((oldest + hour - time) / 1000) };
    if (count(key, time) > flagAfter) return { result: "flag" };
    const fromOrganisation = organisation === null ? 0 : count(organisation, time);
    // These are counted separately, so that bots which do not even pretend to be browsers make no visitor look like spam.
    const fromAll = count(fromOwnPage ? "page" : "elsewhere", time);
    if (fromOrganisation > organisationFloodAfter || fromAll > floodAfter) return { result: "flood" };
    const told = confirmations.get(key) ?? 0;
    if (told >= confirmationLimit || confirmations.size >= maxClients) return { result: "pass", unconfirmed: true };
    confirmations.set(key, told + 1);
    return { result: "pass" };
  };
}

const newSalt = () => crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** A household has one IPv4 address but 2^64 IPv6 addresses, so for IPv6 the network is the client. */
export function network(address: string): string {
  const bareAddress = address
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=[\d.]+$)/i, "")
    .toLowerCase();
  if (!bareAddress.includes(":")) return bareAddress;
  const [head = "", tail] = bareAddress.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...gap, ...right].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
