import { describeError } from "../log/errors.ts";
import { createDelivery, type Deliver, type DeliverySettings } from "./delivery.ts";

const idlePause = 2_000;

/** Delivers stored requests in a loop until stopped. Call `wake` when a new request was stored. */
export function startOutbox(settings: DeliverySettings): { wake: () => void; stop: () => Promise<void> } {
  const deliver = createDelivery(settings);
  let stopped = false;
  let woken = false;
  let endSleep = () => {};
  let idling = false;

  async function run(): Promise<void> {
    let storeReachable = true;
    let retriedAtStart = false;
    while (!stopped) {
      woken = false;
      let pause: number | null = null;
      try {
        // A restart may follow a fix of what kept emails waiting, so everything is retried at once.
        if (!retriedAtStart) await settings.store.retryNow(settings.now(), "all");
        retriedAtStart = true;
        pause = await deliver();
        storeReachable = true;
      } catch (error) {
        if (storeReachable) settings.log("outbox waits for the store", describeError(error));
        storeReachable = false;
      }
      if (pause !== null) await sleep(pause);
      else if (!woken) await sleep(idlePause, true);
    }
  }

  async function sleep(milliseconds: number, canWake = false): Promise<void> {
    if (stopped) return;
    idling = canWake;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    idling = false;
  }

  const running = run();
  return {
    wake() {
      woken = true;
      // The pause between two emails is kept, however many requests arrive during it.
      if (idling) endSleep();
    },
    async stop() {
      stopped = true;
      endSleep();
      await running;
    },
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Delivers what is due until nothing is, or until time is up: for a function that only lives while it is called. */
export async function drain(deliver: Deliver, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  let pause = await deliver();
  while (pause !== null && performance.now() + pause < end) {
    await wait(pause);
    pause = await deliver();
  }
}
