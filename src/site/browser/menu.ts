const menu = document.getElementById("nav") as HTMLElement;
const toggle = document.querySelector("[aria-controls=nav]") as Element;

/**
 * Tells assistive technology whether the menu is open, and hides the page behind it from there. Out of reach of the
 * keyboard it is once a key is pressed: `inert` styles the whole page again, which a finger should not wait for.
 */
export function updateMenu(key?: KeyboardEvent) {
  const open = menu.matches(":popover-open");
  toggle.ariaExpanded = `${open}`;
  for (const element of document.querySelectorAll<HTMLElement>("main, footer")) {
    element.ariaHidden = `${open}`;
    element.inert = open && !!key;
  }
}

/** The browser opens and closes the popover, handles Escape and returns focus. A chosen link closes it as well. */
export function setUpMenu() {
  updateMenu();
  menu.addEventListener("toggle", () => updateMenu());
  addEventListener("keydown", updateMenu);
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) menu.hidePopover();
  });
  // A wide screen has no menu.
  matchMedia("(width >= 60rem)").onchange = () => menu.hidePopover();
}
