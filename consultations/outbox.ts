import { createDelivery, type Deliver, type DeliverySettings } from "./delivery.ts";
import { traceOf } from "./thrown.ts";

const idle = 2_000;

/** Delivers what is stored until it is delivered. `wake` says that something new is there. */
export function startOutbox(settings: DeliverySettings): { wake: () => void; stop: () => Promise<void> } {
  const deliver = createDelivery(settings);
  let stopped = false;
  let woken = false;
  let cutShort = () => {};
  let idling = false;

  async function run(): Promise<void> {
    let reachable = true;
    let begun = false;
    while (!stopped) {
      woken = false;
      let pause: number | null = null;
      try {
        // Whoever starts the server anew may have mended what kept letters waiting.
        if (!begun) await settings.store.hasten(settings.now(), "all");
        begun = true;
        pause = await deliver();
        reachable = true;
      } catch (error) {
        if (reachable) settings.log("outbox waits for the store", traceOf(error));
        reachable = false;
      }
      if (pause !== null) await rest(pause);
      else if (!woken) await rest(idle, true);
    }
  }

  async function rest(milliseconds: number, canWake = false): Promise<void> {
    if (stopped) return;
    idling = canWake;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      cutShort = () => {
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
      // The pause between two letters is kept, however many requests arrive in it.
      if (idling) cutShort();
    },
    async stop() {
      stopped = true;
      cutShort();
      await running;
    },
  };
}

/** Delivers what is due until nothing is, or until time is up: for a home that lives from call to call. */
export async function drain(deliver: Deliver, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  let pause = await deliver();
  while (pause !== null && performance.now() + pause < end) {
    await new Promise((resolve) => setTimeout(resolve, pause ?? 0));
    pause = await deliver();
  }
}
