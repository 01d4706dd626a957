import type { MouseEvent } from "react";
import { type LinkProps, Link as RouterLink, useNavigate } from "react-router";

/** Milliseconds a tap may wait for its turn: a phone that lets it wait longer has no time for a cross-fade either. */
const promptly = 20;

/** A link within the site: the new page is shown as soon as it is there, cross-faded where that costs nothing. */
export function Link(props: Pick<LinkProps, "to" | "state" | "className" | "children" | "aria-current">) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget, timeStamp } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    navigate(props.to, {
      state: props.state,
      replace: currentTarget.href === location.href,
      viewTransition: performance.now() - timeStamp < promptly,
      flushSync: true,
    });
  };
  return <RouterLink {...props} onClick={follow} />;
}
