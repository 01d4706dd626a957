/** `flag` is for one client that sends many, `flood` for many clients at once: those are never refused. */
export type Verdict = { verdict: "pass" | "flag" | "flood" } | { verdict: "refuse"; retryAfter: number };

/**
 * Asked once for each valid request, with the address of the client that sent it, and whether a browser sent it from the
 * studio's own page.
 */
export type Limiter = (client: string, fromOwnPage?: boolean) => Promise<Verdict>;

const minute = 60_000;
const soft = { requests: 5, within: 10 * minute };
const hard = { requests: 30, within: 60 * minute };
/** Over all clients that came by the page, over all others, and over one organisation's IPv6 addresses, of which it has 65,536 networks. */
const ceiling = { requests: 100, within: 10 * minute };
const organisation = { requests: 20, within: 10 * minute };
const saltLifetime = 24 * 60 * minute;
const mostClients = 10_000;

export const unlimited: Limiter = async () => ({ verdict: "pass" });

/** Remembers clients by a keyed hash, in memory, under a key nobody knows and which is gone within a day. */
export function createLimiter(now: () => number): Limiter {
  const visits = new Map<string, number[]>();
  // Apart, so that machines which do not even pretend to be browsers set no visitor apart.
  const all = { page: [] as number[], elsewhere: [] as number[] };
  let salt = newSalt();
  let salted = now();

  return async (client, fromOwnPage = false) => {
    if (now() - salted >= saltLifetime) {
      salt = newSalt();
      salted = now();
      visits.clear();
    }
    const own = network(client);
    const key = await hash(own);
    const wider = own.includes(":") ? await hash(own.split(":").slice(0, 3).join(":")) : null;

    const time = now();
    const recent = (visits.get(key) ?? []).filter((visit) => visit > time - hard.within);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= hard.requests) {
      return { verdict: "refuse", retryAfter: Math.ceil((oldest + hard.within - time) / 1000) };
    }
    recent.push(time);
    remember(visits, key, recent);
    if (counted(recent, time, soft) > soft.requests) return { verdict: "flag" };
    const others = wider === null ? [] : add(visits.get(wider) ?? [], time, organisation);
    if (wider !== null) remember(visits, wider, others);
    const alike = add(fromOwnPage ? all.page : all.elsewhere, time, ceiling);
    const crowded = others.length > organisation.requests || alike.length > ceiling.requests;
    return { verdict: crowded ? "flood" : "pass" };
  };

  async function hash(text: string): Promise<string> {
    const signature = await crypto.subtle.sign("HMAC", await salt, new TextEncoder().encode(text));
    return new BigUint64Array(signature).join();
  }
}

type Window = { requests: number; within: number };

const counted = (times: number[], now: number, { within }: Window): number =>
  times.filter((time) => time > now - within).length;

/** No more times are kept than it takes to know that there are too many. */
function add(times: number[], now: number, { requests, within }: Window): number[] {
  times.push(now);
  while (times.length > requests + 1 || (times[0] ?? now) <= now - within) times.shift();
  return times;
}

const newSalt = () => crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

/** A household has one IPv4 address but 2^64 of IPv6: there the network is the client. */
export function network(address: string): string {
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=[\d.]+$)/i, "")
    .toLowerCase();
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = bare.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...gap, ...right].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}

/** The map keeps the order of last visits, so what it forgets first is whoever was here longest ago. */
function remember(visits: Map<string, number[]>, key: string, times: number[]): void {
  visits.delete(key);
  visits.set(key, times);
  if (visits.size <= mostClients) return;
  const [longestAgo] = visits.keys();
  if (longestAgo !== undefined) visits.delete(longestAgo);
}
