import { studioHost } from "../kit/deployed-nginx.ts";
import { runConcurrently } from "../kit/http-request.ts";
import { hasNginx } from "../kit/nginx.ts";
import { hasPgbouncer } from "../kit/pgbouncer.ts";
import { pause, waitUntil } from "../kit/spawn-server.ts";
import { formatCount } from "../kit/statistics.ts";
import { readAllRequests } from "../kit/stored-requests.ts";
import { countOutcomes, explainRepeats, isReminder } from "./outcomes.ts";
import { createRandom } from "./random.ts";
import { type Options, type Prove, type Result, scaled } from "./result.ts";
import { type ClusterEvent, type ClusterSettings, startCluster } from "./several/cluster.ts";
import { plantFault } from "./several/planted-faults.ts";
import { startVisitors } from "./visitors.ts";

const everything: ClusterEvent[] = [
  "kill a server",
  "promote the standby",
  "cut connections to the database",
  "kill PostgreSQL",
  "end the database's sessions",
  "kill a server",
  "cut the standby off",
  "kill the standby",
];
/** A standby in another building, so that something is always underway to it when it is promoted. */
const far = {
  requests: 400,
  requestsPerEvent: 50,
  events: ["promote the standby"],
  standbyDelay: 20,
  awaitEmails: false,
} satisfies Trial;
/** Within what the manual allows: the first and the last are nearly four minutes apart. */
const clocks = [-115_000, 0, 115_000];

interface Trial extends Partial<ClusterSettings> {
  requests: number;
  events?: ClusterEvent[];
  requestsPerEvent?: number;
  /** Whether every email has to arrive before the end, which takes longer than storing. */
  awaitEmails?: boolean;
  /** Seconds after which visitors who were never thanked give up. */
  patience?: number;
}

/** Three servers, or what else the manual promises, while everything they stand on is killed and cut at random. */
export const prove: Prove = async (options) => {
  const method =
    "nginx, three servers with clocks nearly four minutes apart, PostgreSQL and a standby that commits wait for; at random: kill -9 of each, connections cut, sessions ended, the standby promoted; mail servers that refuse, break off and take emails in silence";
  const setup = "three servers behind nginx on one PostgreSQL";
  if (!hasNginx())
    return [notRun(`Nothing acknowledged is lost, and nothing is sent twice: ${setup}`, method, "nginx")];
  const proveFull = async () =>
    report(setup, method, await attempt({ requests: scaled(20_000, options, 400), requestsPerEvent: 200 }, options));
  if (options.scale < 1) return proveFull();
  // The small ones mostly wait, for processes that start and for emails, so they run beside the large one.
  const trials = [proveFull, () => provePooled(options), () => proveFarStandby(options), ...plantedFaults(options)];
  const results: Result[][] = [];
  await runConcurrently(2, trials.entries(), async ([at, run]) => {
    results[at] = await run();
  });
  return results.flat();
};

async function proveFarStandby(options: Options): Promise<Result[]> {
  const tally = await attempt(far, options);
  return [
    {
      claim:
        "Nothing acknowledged is lost or stored twice when a standby is promoted that is 20 ms away (delivery is claimed in the first row, not here)",
      method:
        "the log's way to the standby takes 20 ms, and what is underway when the primary dies never arrives; counted as soon as the last visitor is thanked, without waiting for emails",
      measured: `${describeStored(tally)}. At the count ${formatCount(tally.undelivered)} emails were still queued`,
      passed: tally.lost + tally.duplicates === 0 && tally.thanked > 0,
    },
  ];
}

async function provePooled(options: Options): Promise<Result[]> {
  const setup = "the same through PgBouncer in transaction mode";
  const method = "the same, and kill -9 of PgBouncer; each transaction has another connection, as at hosted poolers";
  if (!hasPgbouncer()) return [notRun(`Nothing acknowledged is lost: ${setup}`, method, "pgbouncer")];
  const events: ClusterEvent[] = [...everything, "kill the pooler"];
  return report(setup, method, await attempt({ requests: 2_000, events, pooled: true }, options));
}

function plantedFaults(options: Options): (() => Promise<Result[]>)[] {
  const one = { requests: 400, requestsPerEvent: 50 };
  const early = { awaitEmails: false };
  const trials: Record<string, { trial: Trial; isFound: (tally: Tally) => string | null }> = {
    "thanks before the commit": {
      trial: { ...one, ...early, planted: plantFault("thanks before the commit"), events: ["kill PostgreSQL"] },
      isFound: ({ lost }) => (lost ? `${lost} acknowledged requests are lost` : null),
    },
    "commits that do not wait for the standby": {
      trial: { ...far, standby: "asynchronous" },
      isFound: ({ lost }) => (lost ? `${lost} acknowledged requests are lost` : null),
    },
    "claims without a lease": {
      trial: { ...one, requests: 200, planted: plantFault("claims without a lease"), standby: "none", events: [] },
      isFound: ({ unexplained }) => (unexplained ? `${unexplained} emails were sent twice without a reason` : null),
    },
    "clocks ten minutes apart": {
      trial: { ...one, requests: 200, clocks: [-300_000, 0, 300_000], standby: "none", events: [] },
      isFound: ({ unexplained }) => (unexplained ? `${unexplained} emails were sent twice without a reason` : null),
    },
    ...(hasPgbouncer() && {
      "named prepared statements through PgBouncer": {
        trial: {
          ...one,
          planted: plantFault("named prepared statements"),
          standby: "none" as const,
          pooled: true,
          events: [],
          ...early,
          patience: 10,
        },
        isFound: ({ refused, thanked }: Tally) =>
          refused > thanked / 10 ? `${refused} times a visitor was refused` : null,
      },
    }),
  };
  return Object.entries(trials).map(([name, { trial, isFound }]) => async () => {
    const tally = await attempt(trial, options);
    const found = isFound(tally);
    options.log(`planted: ${name}: ${found ?? "NOT FOUND"}`);
    return [
      {
        claim: `A planted fault is found: ${name}`,
        method: `the same with ${formatCount(trial.requests)} requests and that fault in every server or database`,
        measured: found ?? `not found: ${describe(tally)}`,
        passed: found !== null,
      },
    ];
  });
}

type Tally = Awaited<ReturnType<typeof attempt>>;

async function attempt(trial: Trial, { seed, log }: Options) {
  const {
    requests,
    events = everything,
    requestsPerEvent = 100,
    awaitEmails = true,
    patience = 120,
    ...settings
  } = trial;
  const random = createRandom(seed);
  const oldRequests = Math.max(6, Math.round(requests / 500));
  const clusterSettings: ClusterSettings = {
    random,
    clocks,
    oldRequests,
    comeOfAgeWithin: requests * 10,
    standby: "synchronous",
    standbyDelay: 0,
    pooled: false,
    planted: "",
    ...settings,
  };
  const fastestClock = Math.max(...clusterSettings.clocks);
  const cluster = await startCluster(clusterSettings);
  try {
    const visitors = startVisitors(() => cluster.url, { connections: 24, enough: requests, host: studioHost });
    const { thanked, statuses } = visitors;
    const counts = new Map<ClusterEvent, number>();
    // Every kind comes once before any comes again, in an order that the seed gives.
    const deck: ClusterEvent[] = [];
    for (let next = requestsPerEvent; events.length > 0 && next < requests; next += requestsPerEvent) {
      if (!(await waitUntil(() => thanked.size >= next, 60))) break;
      await pause(random.between(0, 200));
      if (deck.length === 0) deck.push(...shuffled(events, random));
      const event = deck.pop() ?? "kill a server";
      await cluster.events[event]();
      counts.set(event, (counts.get(event) ?? 0) + 1);
      if (next % (requestsPerEvent * 20) === 0)
        log(`${formatCount(thanked.size)} thanked, ${formatCount(cluster.received().length)} emails`);
    }
    await waitUntil(() => thanked.size >= requests, patience);
    await visitors.stop();

    const store = cluster.openStore();
    try {
      if (awaitEmails) {
        // Asked rarely, as counting many thousands takes the database's time from those who send them.
        const isNoneDue = async () => {
          await pause(250);
          const { plain, flagged } = await store.countDue(Date.now() + fastestClock);
          return plain + flagged === 0;
        };
        await waitUntil(isNoneDue, 400);
        await cluster.finish(async () => (await store.pending()).count === 0);
      }
      const stored = await readAllRequests(store);
      const emails = cluster.received();
      const requestEmails = emails.filter((id) => !isReminder(id));
      const old = stored.filter(({ email }) => email.startsWith("old"));
      const histories = await Promise.all(old.map(({ reference }) => store.history(reference)));
      const unreminded = histories.filter((history) => !history.some(({ event }) => event === "reminded")).length;
      return {
        ...countOutcomes(stored, thanked, requestEmails),
        ...explainRepeats(emails, cluster.unconfirmed(), cluster.inHand),
        emails: requestEmails.length,
        reminders: emails.length - requestEmails.length,
        old: old.length,
        unreminded,
        counts,
        refused: Object.entries(statuses).reduce(
          (sum, [status, count]) => (/^[23]/.test(status) ? sum : sum + count),
          0,
        ),
      };
    } finally {
      await store.close();
    }
  } finally {
    await cluster.close();
  }
}

function report(setup: string, method: string, tally: Tally): Result[] {
  const { thanked, lost, duplicates, undelivered, unexplained, old, reminders, unreminded, remindedTwice } = tally;
  return [
    {
      claim: `Everything acknowledged is stored once and delivered: ${setup}`,
      method,
      measured: describe(tally),
      passed: lost + duplicates + undelivered === 0 && thanked > 0,
    },
    {
      claim: `No email is sent twice without a reason: ${setup}`,
      method: "every email at every mail server counted; a second one needs a reason that was noted when it happened",
      measured: `${formatCount(tally.emails)} emails, ${tally.silence} again after a mail server's silence, ${tally.death} again after the death of the server that sent it, ${unexplained} without a reason`,
      passed: unexplained === 0,
    },
    {
      claim: `Reminders come once: ${setup}`,
      method: "requests that come of age while all of this happens",
      measured: `${old} of age, ${unreminded} forgotten, ${reminders} emails, ${remindedTwice} again without a reason`,
      passed: unreminded + remindedTwice === 0 && reminders > 0,
    },
  ];
}

const describe = (tally: Tally): string => describeStored(tally, `, ${tally.undelivered} undelivered`);

const describeStored = ({ thanked, lost, duplicates, refused, counts }: Tally, delivery = ""): string =>
  `${formatCount(thanked)} thanked (${formatCount(refused)} times asked to try again), ${lost} lost, ${duplicates} stored twice${delivery}; ${[...counts].map(([event, count]) => `${count} × ${event}`).join(", ")}`;

const notRun = (claim: string, method: string, debianPackage: string): Result => ({
  claim,
  method,
  measured: `this needs Debian's ${debianPackage}: sudo apt-get install ${debianPackage}`,
  passed: "not run",
});

function shuffled<Item>(items: Item[], random: ReturnType<typeof createRandom>): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
