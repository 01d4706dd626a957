import type { DeskLinks } from "../desk-links.ts";
import type { Flag } from "../store/stored-request.ts";
import { timeParts } from "../studio-time.ts";

/** Who a prepared reply is from. */
export type StudioIdentity = { brand: string; shortName: string; practitioner: string; phone: string; accent: string };

/** What letters are written on: the studio's clock and name, and the links to its desk, where there is one. */
export type EmailContext = {
  timeZone: string;
  /** Missing where no studio's words are at hand. */
  studio?: StudioIdentity | null | undefined;
  desk?: Pick<DeskLinks, "url" | "requestLink"> | null | undefined;
};

export const answerWithin = 24 * 60 * 60_000;

/** "Wednesday, 18 November, 7:58 a.m.": a letter is read later than it is written, so no "today". */
export function formatDateTime(at: number, { timeZone }: EmailContext): string {
  const { weekday, day, month, time } = timeParts(at, timeZone);
  return `${weekday}, ${day}\u00a0${month}, ${time}`;
}

/** What stands above a letter: whose it is, and the studio's light, or the design's ink where it is not known. */
export const emailHeader = ({ studio }: EmailContext): { text: string; accent: string } =>
  studio ? { text: `${studio.shortName} desk`, accent: studio.accent } : { text: "The website", accent: "#1f3b36" };

/** Why a request is taken for automated. */
export const flagReasons: Record<Flag, string> = {
  trap: "A field hidden from people was filled in",
  limit: "Many requests came from one connection",
  flood: "Many requests came at the same time, from many connections",
  test: "It is a test of the website itself",
  origin: "It was not sent from the studio’s own page",
};

const numberWords = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** At the start of a sentence: "Six", "Twelve", "13". */
export const numberWord = (number: number): string => numberWords[number] ?? String(number);
