/** Safari has no idle time to offer: there it is the next turn. */
export const whenIdle = (act: () => void) => (window.requestIdleCallback ?? setTimeout)(act);

/** When what the reader just did has been answered on the screen. */
export const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
