import { studioHost } from "../kit/deployed-nginx.ts";
import { hasNginx } from "../kit/nginx.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { readAllRequests } from "../kit/stored-requests.ts";
import { countOutcomes } from "./outcomes.ts";
import { createRandom } from "./random.ts";
import { countEach, formatCount, judge, notRun, type Options, type Prove, type Result, scaled } from "./results.ts";
import { type ClusterEvent, isReminder, type PlantedFault, startCluster } from "./several/cluster.ts";
import { startVisitors } from "./visitors.ts";

const setup = "three servers behind nginx on one PostgreSQL";
const everything: ClusterEvent[] = [
  "kill a server",
  "promote the standby",
  "cut connections to the database",
  "kill PostgreSQL",
  "kill a server",
];

interface Trial {
  requests: number;
  /** Between two events so many requests are acknowledged. */
  requestsPerEvent: number;
  events: ClusterEvent[];
  /** A fault in every server, which the trial has to find. */
  planted?: PlantedFault;
}

/** Three servers with clocks nearly four minutes apart, while everything they stand on is killed and cut at random. */
export const proveSeveral: Prove = async (options) => {
  if (!hasNginx())
    return [notRun(`Nothing acknowledged is lost, and nothing is sent twice: ${setup}`, "this needs Debian's nginx")];
  const full = { requests: scaled(20_000, options, 600), requestsPerEvent: scaled(200, options, 100) };
  const tally = await attempt({ ...full, events: everything }, options);
  const small = { requests: 400, requestsPerEvent: 50 };
  const early = await attempt({ ...small, events: ["kill PostgreSQL"], planted: "thanks before the commit" }, options);
  const unleased = await attempt({ ...small, events: [], planted: "claims without a lease" }, options);
  return [
    ...report(tally),
    judge("A planted fault is found: thanks before the commit", {
      [`${early.lost} acknowledged requests are lost`]: early.lost > 0,
    }),
    judge("A planted fault is found: claims without a lease", {
      [`${unleased.unexplained} emails were sent twice without a reason`]: unleased.unexplained > 0,
    }),
  ];
};

type Tally = Awaited<ReturnType<typeof attempt>>;

async function attempt({ requests, requestsPerEvent, events, planted }: Trial, { seed, log }: Options) {
  const random = createRandom(seed);
  const oldRequests = Math.max(6, Math.round(requests / 500));
  const cluster = await startCluster({ random, oldRequests, comeOfAgeWithin: requests * 10, planted });
  try {
    const visitors = startVisitors(() => cluster.url, { connections: 24, enough: requests, host: studioHost });
    const { thanked } = visitors;
    const happened: ClusterEvent[] = [];
    // Every kind comes once before any comes again, in an order that the seed gives.
    const deck: ClusterEvent[] = [];
    for (let next = requestsPerEvent; events.length > 0 && next < requests; next += requestsPerEvent) {
      if (!(await waitUntil(() => thanked.size >= next, 60))) break;
      await pause(random.between(0, 200));
      if (deck.length === 0) deck.push(...random.shuffle(events));
      const event = deck.pop() ?? "kill a server";
      await cluster.events[event]();
      happened.push(event);
      if (happened.length % 20 === 0)
        log(`${formatCount(thanked.size)} thanked, ${formatCount(cluster.received().length)} emails`);
    }
    await waitUntil(() => thanked.size >= requests, 120);
    await visitors.stop();

    const store = cluster.openStore();
    try {
      await cluster.finish(store);
      const stored = await readAllRequests(store);
      const emails = cluster.received();
      const requestEmails = emails.filter((id) => !isReminder(id));
      const old = stored.filter(({ email }) => email.startsWith("old"));
      const histories = await Promise.all(old.map(({ reference }) => store.history(reference)));
      return {
        ...countOutcomes(stored, thanked, requestEmails),
        ...explainRepeats(emails, cluster.unconfirmed(), cluster.inHand),
        emails: requestEmails.length,
        reminders: emails.length - requestEmails.length,
        old: old.length,
        unreminded: histories.filter((history) => !history.some(({ event }) => event === "reminded")).length,
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
function explainRepeats(emails: string[], unconfirmed: string[], inHand: string[]) {
  const [sent, silences, deaths] = [emails, unconfirmed, inHand].map((ids) => Map.groupBy(ids, (id) => id));
  const times = (ids: typeof sent, id: string) => ids?.get(id)?.length ?? 0;
  const totals = { silence: 0, death: 0, unexplained: 0, remindedTwice: 0 };
  for (const id of sent?.keys() ?? []) {
    const again = times(sent, id) - 1;
    const silence = Math.min(again, times(silences, id));
    const death = Math.min(again - silence, times(deaths, id));
    totals.silence += silence;
    totals.death += death;
    totals[isReminder(id) ? "remindedTwice" : "unexplained"] += again - silence - death;
  }
  return totals;
}

function report(tally: Tally): Result[] {
  const { thanked, lost, duplicates, undelivered, unexplained, old, reminders, unreminded, remindedTwice } = tally;
  return [
    judge(`Everything acknowledged is stored once and delivered: ${setup}`, {
      [`${formatCount(thanked)} thanked`]: thanked > 0,
      [`${formatCount(tally.refusals)} times asked to try again`]: true,
      [`${lost} lost`]: lost === 0,
      [`${duplicates} stored twice`]: duplicates === 0,
      [`${undelivered} undelivered`]: undelivered === 0,
      [countEach(tally.happened)]: true,
    }),
    judge(`No email is sent twice without a reason: ${setup}`, {
      [`${formatCount(tally.emails)} emails`]: true,
      [`${tally.silence} again after a mail server's silence`]: true,
      [`${tally.death} again after the death of the server that sent it`]: true,
      [`${unexplained} without a reason`]: unexplained === 0,
    }),
    judge(`Reminders come once: ${setup}`, {
      [`${old} requests come of age`]: true,
      [`${unreminded} forgotten`]: unreminded === 0,
      [`${reminders} emails`]: reminders > 0,
      [`${remindedTwice} again without a reason`]: remindedTwice === 0,
    }),
  ];
}
