/** The title, and every way to book that is part of the page: beside any of them the bar would only repeat it. */
const reasonsToHide = "main h1, :is(main, footer) a:is([href='/contact'], [href^='/contact?'])";

const inView = new Set<Element>();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
  // While a whole page is captured nothing counts as in view for a moment, and the bar would be drawn across the picture.
  document.querySelector("[data-bottom-bar]")?.toggleAttribute("data-needed", !inView.size && scrollY > 0);
});

/** Shows the bottom bar on the current page while nothing else on the screen leads to the form. */
export function watchBottomBar() {
  observer.disconnect();
  inView.clear();
  for (const element of document.querySelectorAll(reasonsToHide)) observer.observe(element);
}
