/** Safari has no idle time to offer: there it is the next turn. */
export const whenIdle = (act: () => void) => (window.requestIdleCallback ?? setTimeout)(act);
