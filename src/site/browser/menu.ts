import { whenIdle } from "../scheduling.ts";

const menu = document.getElementById("nav") as HTMLElement;
const toggle = document.querySelector("[aria-controls=nav]") as Element;

/**
 * Tells assistive technology whether the menu is open, and puts the page behind it out of reach. That styles the whole
 * page again, so it waits for an idle moment, and no tap waits for it.
 */
export function updateMenu() {
  const isOpen = () => menu.matches(":popover-open");
  toggle.ariaExpanded = `${isOpen()}`;
  whenIdle(() => {
    for (const element of document.querySelectorAll<HTMLElement>("main, footer")) element.inert = isOpen();
  }, 300);
}

/** The browser opens and closes the popover, handles Escape and returns focus. A chosen link closes it as well. */
export function setUpMenu() {
  updateMenu();
  menu.addEventListener("toggle", updateMenu);
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.hidePopover();
  });
  // A wide screen has no menu.
  matchMedia("(width >= 60rem)").onchange = () => menu.hidePopover();
}
