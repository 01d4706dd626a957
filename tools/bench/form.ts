import { startVisitedSite } from "./bench-site.ts";
import { openPhone, type Phone } from "./phone.ts";
import { log, median, milliseconds, type Options, type Row } from "./report.ts";

const steps = ["reach", "type", "send with mistakes", "correct"] as const;
type Times = Record<(typeof steps)[number], number>;

/** Goal 4 for the form: how long each kind of tap or key blocks the phone, compared with another site. */
export async function measure(options: Options): Promise<Row[]> {
  const { runs, compareUrl } = options;
  const site = await startVisitedSite();
  const ours: Times[] = [];
  const theirs: Times[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      ours.push(await fillForm(await openPhone(site.browser, options), site.url));
      if (compareUrl) theirs.push(await fillForm(await openPhone(site.browser, options), compareUrl));
    }
  } finally {
    await site.stop();
  }
  return steps.map((step) => {
    const medianOf = (times: Times[]) => median(times.map((one) => one[step]));
    log(`${step}: ${ours.map((one) => Math.round(one[step]))}, beside: ${theirs.map((one) => Math.round(one[step]))}`);
    const limit = compareUrl ? medianOf(theirs) * 1.1 : 100;
    return {
      goal: `4 form, ${step}`,
      ours: milliseconds(medianOf(ours)),
      ...(compareUrl && {
        reference: `beside ${milliseconds(medianOf(theirs))}`,
        ratio: medianOf(ours) / medianOf(theirs),
      }),
      target: compareUrl ? "≤ 1.1 ×" : "≤ 100 ms",
      ok: medianOf(ours) <= limit,
    };
  });
}

async function fillForm(phone: Phone, url: string): Promise<Times> {
  const { tab, wait, type } = phone;
  await tab.goto(`${url}/contact`);
  await phone.reach("#name");
  // This is long enough for the form's script to be fetched; it starts at the first tap.
  await wait(1500);
  await phone.slowDown();
  const times = {} as Times;
  const time = async (step: keyof Times, act: () => Promise<void>) => {
    await phone.resetTaps();
    await act();
    await wait(500);
    times[step] = await phone.slowestTap();
  };
  await time("reach", () => phone.tap("#name"));
  await time("type", () => type("#name", "Zo", 150));
  const send = "form button[type=submit]";
  await phone.reach(send);
  // A finger cannot scroll and tap in the same frame.
  await wait(500);
  await time("send with mistakes", () => phone.tap(send));
  await time("correct", () => type("#email", "zoe@example.org", 100));
  await phone.close();
  return times;
}
