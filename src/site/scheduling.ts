/** Safari has no idle callback, so a timer replaces it. The timeout is for phones that are never idle. */
export const whenIdle = (callback: () => void, timeout = 2000) =>
  window.requestIdleCallback?.(callback, { timeout }) ?? setTimeout(callback);

/** Resolves after the next frame has been painted. */
export const afterNextPaint = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
