import { hasNginx, studioHost } from "../kit/nginx.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readAllRequests } from "../kit/stored-requests.ts";
import { type ClusterEvent, startCluster } from "./cluster.ts";
import { createRandom } from "./random.ts";
import { countEach, formatCount, notRun, type Options, type Prove, resultOf, scaled } from "./results.ts";
import { countOutcomes, startVisitors } from "./visitors.ts";

const setup = "three servers behind nginx on one PostgreSQL";

interface Trial {
  requests: number;
  /** Between two events so many requests are acknowledged. */
  requestsPerEvent: number;
  events: ClusterEvent[];
  /** A fault in every server, which the trial has to find. */
  planted?: boolean;
}

/** Three servers with clocks nearly four minutes apart, while everything they stand on is killed and cut at random. */
export const proveSeveral: Prove = async (options) => {
  if (!hasNginx())
    return [notRun(`Nothing acknowledged is lost, and nothing is sent twice: ${setup}`, "this needs Debian's nginx")];
  const full = { requests: scaled(20_000, options, 600), requestsPerEvent: scaled(200, options, 100) };
  const events: ClusterEvent[] = ["kill a server", "kill PostgreSQL", "cut connections to the database"];
  const found = await attempt({ ...full, events }, options);
  const small = { requests: 400, requestsPerEvent: 50 };
  const planted = await attempt({ ...small, events: ["kill PostgreSQL"], planted: true }, options);
  return [
    resultOf(`Everything acknowledged is stored once and delivered: ${setup}`, {
      [`${formatCount(found.thanked)} thanked`]: found.thanked > 0,
      [`${formatCount(found.refusals)} times asked to try again`]: true,
      [`${found.lost} lost`]: found.lost === 0,
      [`${found.duplicates} stored twice`]: found.duplicates === 0,
      [`${found.undelivered} undelivered`]: found.undelivered === 0,
      [countEach(found.happened)]: true,
    }),
    resultOf(`No email is sent twice without a reason: ${setup}`, {
      [`${formatCount(found.emails)} emails`]: true,
      [`${found.extra} again`]: true,
      [`${found.unexplained} without a reason`]: found.unexplained === 0,
    }),
    resultOf("A planted fault is found: thanks before the commit", {
      [`${planted.lost} acknowledged requests are lost`]: planted.lost > 0,
    }),
  ];
};

async function attempt({ requests, requestsPerEvent, events, planted = false }: Trial, { seed }: Options) {
  const random = createRandom(seed);
  const cluster = await startCluster(random, planted);
  try {
    const visitors = startVisitors(() => cluster.url, { connections: 24, enough: requests, host: studioHost });
    const { thanked } = visitors;
    const happened: ClusterEvent[] = [];
    // Every kind comes once before any comes again, in an order that the seed gives.
    const deck: ClusterEvent[] = [];
    for (let next = requestsPerEvent; next < requests; next += requestsPerEvent) {
      if (!(await waitUntil(() => thanked.size >= next, 60))) break;
      await pause(random.between(0, 200));
      if (deck.length === 0) deck.push(...random.shuffle(events));
      const event = deck.pop() ?? "kill a server";
      await cluster.events[event]();
      happened.push(event);
    }
    await waitUntil(() => thanked.size >= requests, 120);
    await visitors.stop();

    const store = cluster.openStore();
    try {
      await cluster.finish(store);
      const emails = cluster.received();
      return {
        ...countOutcomes(await readAllRequests(store), thanked, emails),
        unexplained: countUnexplained(emails, [...cluster.unconfirmed(), ...cluster.inHand]),
        emails: emails.length,
        refusals: visitors.refusals(),
        happened,
      };
    } finally {
      await store.close();
    }
  } finally {
    await cluster.close();
  }
}

/** Each email that came again needs a reason: its mail server's silence, or the death of the server that sent it. */
function countUnexplained(emails: string[], reasons: string[]): number {
  const unused = [...reasons];
  return emails.filter((id, index) => {
    if (emails.indexOf(id) === index) return false;
    const reason = unused.indexOf(id);
    if (reason >= 0) unused.splice(reason, 1);
    return reason < 0;
  }).length;
}
