import type { PublishStatus, Site } from "../api/api-types.ts";
import { getState } from "./state.ts";

export const pluralize = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`;

/** What has to be fixed before anything can be published. */
export const listBlocking = ({ problems }: Pick<Site, "problems">) => problems.filter(({ blocking }) => blocking);

/** Why nothing can be published now. The bar and the publish sheet both ask this. */
export function publishBlock(site: Pick<Site, "problems">): string | null {
  const count = listBlocking(site).length;
  return count ? `Fix ${pluralize(count, "thing")} first` : null;
}

/** Where several things are: "Home, Heading; Contact, Lead". */
export const places = (all: { title: string; label: string }[]) =>
  all.map(({ title, label }) => `${title}, ${label}`).join("; ");

export const isPublishing = ({ state }: Pick<PublishStatus, "state">) => state === "checking" || state === "building";

const timeZoneOption = () => (getState().site ? { timeZone: getState().site?.timeZone ?? "UTC" } : {});

export const formatTime = (at: Date | string) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...timeZoneOption() });

export function formatDay(at: Date | string): string {
  const format = (date: Date | string) =>
    new Date(date).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", ...timeZoneOption() });
  const text = format(at).replace(",", "");
  return format(new Date()) === format(at) ? `Today, ${text}` : text;
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
export const controlKey = isMac ? "Cmd" : "Ctrl";
export const hasControlKey = (event: { metaKey: boolean; ctrlKey: boolean }) => (isMac ? event.metaKey : event.ctrlKey);
