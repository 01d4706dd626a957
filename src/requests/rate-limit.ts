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
const flagLimit = { requests: 5, windowMs: 10 * minute };
const refuseLimit = { requests: 30, windowMs: 60 * minute };
/** Applies to all clients that came by the page together, and to all others together. */
const totalLimit = { requests: 100, windowMs: 10 * minute };
/** Applies to the IPv6 addresses of one organisation, which may have 65,536 networks. */
const organisationLimit = { requests: 20, windowMs: 10 * minute };
/** Visitors of one network who may be told by email in a day, so that nobody can fill strangers' mailboxes. */
const confirmationLimit = 2;
const saltLifetime = 24 * 60 * minute;
const maxClients = 10_000;

export const unlimited: Limiter = async () => ({ result: "pass" });

/** Remembers clients in memory by a keyed hash. Nobody knows the key, and it is discarded within a day. */
export function createLimiter(now: () => number): Limiter {
  const visits = new Map<string, number[]>();
  // These are counted separately, so that bots which do not even pretend to be browsers make no visitor look like spam.
  const timesBySource = { page: [] as number[], elsewhere: [] as number[] };
  const confirmations = new Map<string, number>();
  let salt = newSalt();
  let saltedAt = now();

  return async (client, fromOwnPage = false) => {
    if (now() - saltedAt >= saltLifetime) {
      salt = newSalt();
      saltedAt = now();
      visits.clear();
      confirmations.clear();
    }
    const clientNetwork = network(client);
    const key = await hash(clientNetwork);
    const organisationKey = clientNetwork.includes(":")
      ? await hash(clientNetwork.split(":").slice(0, 3).join(":"))
      : null;

    const time = now();
    const recent = (visits.get(key) ?? []).filter((visit) => visit > time - refuseLimit.windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= refuseLimit.requests) {
      return { result: "refuse", retryAfter: Math.ceil((oldest + refuseLimit.windowMs - time) / 1000) };
    }
    recent.push(time);
    storeTimes(visits, key, recent);
    if (countWithinWindow(recent, time, flagLimit) > flagLimit.requests) return { result: "flag" };
    const organisationTimes =
      organisationKey === null ? [] : addTime(visits.get(organisationKey) ?? [], time, organisationLimit);
    if (organisationKey !== null) storeTimes(visits, organisationKey, organisationTimes);
    const sourceTimes = addTime(fromOwnPage ? timesBySource.page : timesBySource.elsewhere, time, totalLimit);
    const isFlood = organisationTimes.length > organisationLimit.requests || sourceTimes.length > totalLimit.requests;
    if (isFlood) return { result: "flood" };
    const told = confirmations.get(key) ?? 0;
    if (told >= confirmationLimit || confirmations.size >= maxClients) return { result: "pass", unconfirmed: true };
    confirmations.set(key, told + 1);
    return { result: "pass" };
  };

  async function hash(text: string): Promise<string> {
    const signature = await crypto.subtle.sign("HMAC", await salt, new TextEncoder().encode(text));
    return new BigUint64Array(signature).join();
  }
}

type RateLimit = { requests: number; windowMs: number };

const countWithinWindow = (times: number[], now: number, { windowMs }: RateLimit): number =>
  times.filter((time) => time > now - windowMs).length;

/** Keeps only as many times as are needed to know that there are too many. */
function addTime(times: number[], now: number, { requests, windowMs }: RateLimit): number[] {
  times.push(now);
  while (times.length > requests + 1 || (times[0] ?? now) <= now - windowMs) times.shift();
  return times;
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

/** The map is ordered by last visit, so the client whose last visit is longest ago is dropped first. */
function storeTimes(visits: Map<string, number[]>, key: string, times: number[]): void {
  visits.delete(key);
  visits.set(key, times);
  if (visits.size <= maxClients) return;
  const [leastRecent] = visits.keys();
  if (leastRecent !== undefined) visits.delete(leastRecent);
}
