let isPressed = false;
for (const sign of ["pointerdown", "pointerup", "pointercancel"])
  addEventListener(sign, () => (isPressed = sign === "pointerdown"), true);

/** Now, or once what is being pressed was let go: a click has to end where it began. */
export function onceReleased(act: () => void) {
  if (!isPressed) return act();
  const released = new AbortController();
  const end = () => {
    released.abort();
    setTimeout(act);
  };
  for (const sign of ["pointerup", "pointercancel"]) addEventListener(sign, end, { signal: released.signal });
}
