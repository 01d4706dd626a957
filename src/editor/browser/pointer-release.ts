let isPressed = false;
for (const eventName of ["pointerdown", "pointerup", "pointercancel"])
  addEventListener(eventName, () => (isPressed = eventName === "pointerdown"), true);

/** Now, or once what is being pressed was let go: a click has to end where it began. */
export function afterRelease(action: () => void) {
  if (!isPressed) return action();
  const released = new AbortController();
  const end = () => {
    released.abort();
    setTimeout(action);
  };
  for (const sign of ["pointerup", "pointercancel"]) addEventListener(sign, end, { signal: released.signal });
}
