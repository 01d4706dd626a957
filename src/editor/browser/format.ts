import type { PublishStatus, Site } from "../api/api-types.ts";
import { getState } from "./state.ts";

export const pluralize = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`;

/** Why nothing can be published now. The bar and the publish sheet both ask this. */
export const publishBlock = ({ problems }: Pick<Site, "problems">): string | null =>
  problems.length ? `Fix ${pluralize(problems.length, "thing")} first` : null;

/** The name of a row may be a whole sentence, which has its full stop. */
export const withFullStop = (text: string) => (/[.?!…]$/.test(text) ? text : `${text}.`);

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

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
