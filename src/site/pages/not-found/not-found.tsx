import type { SiteContent } from "../../../content/site-content.ts";
import { MessagePage } from "../../parts/message-page.tsx";

export const notFoundProps = ({ site }: SiteContent) => site.notFound;

export function NotFound({ code, heading, help, button }: ReturnType<typeof notFoundProps>) {
  return <MessagePage heading={code} lede={heading} help={help} button={button} />;
}
