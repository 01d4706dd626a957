/**
 * The browser opens and closes the popover, handles Escape and returns focus. This script sets the state for assistive
 * technology in older browsers, makes the page behind the menu inert, and closes it when a link is chosen.
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
