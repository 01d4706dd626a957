import type { Random } from "../random.ts";

type Timer = { at: number; run: () => void };

const { setImmediate: nextTurn } = globalThis;

/**
 * Replaces clock, timers and randomness of this thread. Time advances only when told to, so the same seed gives the
 * same history. The simulation has the thread to itself.
 */
export function installVirtualEnvironment(random: Random) {
  let elapsed = 0;
  let timerCount = 0;
  const timers = new Map<number, Timer>();
  const replaced = {
    setTimeout(run: () => void, milliseconds = 0): number {
      timers.set(++timerCount, { at: elapsed + Math.max(0, milliseconds), run });
      return timerCount;
    },
    clearTimeout: (id: number) => void timers.delete(id),
  };
  Object.assign(globalThis, replaced);
  performance.now = () => elapsed;
  Math.random = random.next;
  crypto.getRandomValues = <Bytes extends ArrayBufferView | null>(bytes: Bytes): Bytes => {
    if (bytes instanceof Uint8Array)
      for (let index = 0; index < bytes.length; index++) bytes[index] = random.below(256);
    return bytes;
  };
  crypto.randomUUID = () => {
    const part = (length: number) => Array.from({ length }, () => random.below(16).toString(16)).join("");
    return `${part(8)}-${part(4)}-4${part(3)}-8${part(3)}-${part(12)}`;
  };

  return {
    elapsed: () => elapsed,
    /** Advances to the next timer. Returns false when there is none. */
    advance(): boolean {
      let next: [number, Timer] | undefined;
      for (const entry of timers) if (!next || entry[1].at < next[1].at) next = entry;
      if (!next) return false;
      timers.delete(next[0]);
      elapsed = next[1].at;
      next[1].run();
      return true;
    },
    /** Runs everything that does not wait for a timer. */
    settle: () => new Promise<void>((resolve) => nextTurn(resolve)),
  };
}
