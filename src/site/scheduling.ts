/** Safari has no idle time to offer: there it is the next turn. A phone that is never idle does not wait for ever. */
export const whenIdle = (callback: () => void) =>
  window.requestIdleCallback?.(callback, { timeout: 2000 }) ?? setTimeout(callback);

/** When what the reader just did has been answered on the screen. */
export const afterNextPaint = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
