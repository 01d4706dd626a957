import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// The browser follows links to anchors itself and gives their places in the history no key. The router would take
// all of them for one, and scroll back to where the reader left the last.
addEventListener("popstate", () => {
  if (history.state === null) history.replaceState({ key: Math.random().toString(36).slice(2) }, "");
});

// A cross-fade that gives way to the next page rejects a promise which the router leaves alone.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// Loading React has taken its time. A tap that came meanwhile is answered first.
await new Promise((next) => setTimeout(next));

// In a transition hydration yields to the reader's taps instead of blocking them.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  );
});
