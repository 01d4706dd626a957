let isPressed = false;
for (const eventName of ["pointerdown", "pointerup", "pointercancel"])
  addEventListener(eventName, () => (isPressed = eventName === "pointerdown"), true);

/** Runs the action once no pointer is pressed. Moving an element during a press would lose the click. */
export function afterRelease(action: () => void) {
  if (!isPressed) return action();
  const released = new AbortController();
  const end = () => {
    released.abort();
    setTimeout(action);
  };
  for (const eventName of ["pointerup", "pointercancel"]) addEventListener(eventName, end, { signal: released.signal });
}
