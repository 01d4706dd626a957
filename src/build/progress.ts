/**
 * Prints how far a long task is: a line every few seconds without control characters, and nothing when the task ends
 * before the first line is due.
 */
export function openProgress() {
  const began = performance.now();
  let printed = began;
  let current = { what: "", total: 0, done: 0 };
  const print = () => {
    const now = performance.now();
    if (!current.what || now - printed < 5_000) return;
    printed = now;
    const { what, total, done } = current;
    const amount = total ? ` ${done} of ${total},` : "";
    console.log(`${what}:${amount} ${Math.round((now - began) / 1000)} s`);
  };
  // The timer prints while a single step takes long; a step prints when the task blocks the timer.
  const timer = setInterval(print, 1_000).unref();
  return {
    begin(what: string, total = 0) {
      current = { what, total, done: 0 };
      print();
    },
    step() {
      current.done += 1;
      print();
    },
    end: () => clearInterval(timer),
  };
}
