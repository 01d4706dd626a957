import { now } from "./state.ts";

const numbers = "None One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** Up to twelve in letters, as a sentence begins with it. */
export const inWords = (count: number) => numbers[count] ?? String(count);

export const counted = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

const zone = () => (now().site ? { timeZone: now().site?.timeZone ?? "UTC" } : {});

export const clock = (at: Date | string) =>
  new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", ...zone() });

export function day(at: Date | string): string {
  const of = (date: Date | string) =>
    new Date(date).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", ...zone() });
  const text = of(at).replace(",", "");
  return of(new Date()) === of(at) ? `Today, ${text}` : text;
}

const mac = /mac|iphone|ipad/i.test(navigator.platform);
export const controlKey = mac ? "Cmd" : "Ctrl";
export const withControl = (event: { metaKey: boolean; ctrlKey: boolean }) => (mac ? event.metaKey : event.ctrlKey);

export const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
