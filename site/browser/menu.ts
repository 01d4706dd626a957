/**
 * The browser opens and closes the popover, with Escape and the return of focus. Script only tells assistive
 * technology of older browsers, keeps the page behind it out of reach, and closes it when a link is chosen.
 */
export function followMenu() {
  const menu = document.getElementById("nav");
  const toggle = document.querySelector("[aria-controls=nav]");
  if (!menu || !toggle) return;
  const follow = () => {
    const open = menu.matches(":popover-open");
    toggle.setAttribute("aria-expanded", String(open));
    for (const part of document.querySelectorAll<HTMLElement>("main, footer")) part.inert = open;
  };
  follow();
  menu.addEventListener("toggle", follow);
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.hidePopover();
  });
  const wide = matchMedia("(width >= 60rem)");
  wide.addEventListener("change", () => wide.matches && menu.hidePopover());
}
