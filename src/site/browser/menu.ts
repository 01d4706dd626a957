/**
 * The browser opens and closes the popover, with Escape and the return of focus. Script only tells assistive
 * technology of older browsers, keeps the page behind it out of reach, and closes it when a link is chosen.
 */
export function setUpMenu() {
  const menu = document.getElementById("nav");
  const toggle = document.querySelector("[aria-controls=nav]");
  if (!menu || !toggle) return;
  const updateMenu = () => {
    const open = menu.matches(":popover-open");
    toggle.setAttribute("aria-expanded", String(open));
    for (const element of document.querySelectorAll<HTMLElement>("main, footer")) element.inert = open;
  };
  updateMenu();
  menu.addEventListener("toggle", updateMenu);
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.hidePopover();
  });
  const wideScreen = matchMedia("(width >= 60rem)");
  wideScreen.addEventListener("change", () => wideScreen.matches && menu.hidePopover());
}
