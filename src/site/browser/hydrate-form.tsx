import { hydrateRoot } from "react-dom/client";
import { ConsultationForm } from "../pages/contact/consultation-form.tsx";

/** Hydrates the form that the page was rendered with. Text that was already typed stays. */
export function hydrateForm(island: HTMLElement) {
  hydrateRoot(island, <ConsultationForm {...JSON.parse(island.dataset.island ?? "")} />);
}
