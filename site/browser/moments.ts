/** Safari has no idle time to offer: there it is the next turn. A phone that is never idle does not wait for ever. */
export const whenIdle = (act: () => void) => window.requestIdleCallback?.(act, { timeout: 2000 }) ?? setTimeout(act);

/** When what the reader just did has been answered on the screen. */
export const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
