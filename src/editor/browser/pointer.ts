/** Follows a pressed pointer until it is released, or until the browser uses it for something else. */
export function followPointer(onMove: (event: PointerEvent) => void, onEnd: (event: Event) => void = () => {}) {
  const ended = new AbortController();
  const { signal } = ended;
  const end = (event: Event) => {
    ended.abort();
    onEnd(event);
  };
  addEventListener("pointermove", onMove, { signal });
  for (const eventName of ["pointerup", "pointercancel"]) addEventListener(eventName, end, { signal });
}

let isPressed = false;
for (const eventName of ["pointerdown", "pointerup", "pointercancel"])
  addEventListener(eventName, () => (isPressed = eventName === "pointerdown"), true);

/** Runs the action once no pointer is pressed. Moving an element during a press would lose the click. */
export function afterRelease(action: () => void) {
  if (!isPressed) return void setTimeout(action);
  followPointer(
    () => {},
    () => setTimeout(action),
  );
}
