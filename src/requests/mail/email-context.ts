import { answerBy, type OpeningHours } from "../answer-by.ts";
import type { DeskLinks } from "../desk-links.ts";
import type { Flag, StoredRequest } from "../store/stored-request.ts";
import { timeParts } from "../studio-time.ts";
import { colours } from "./email-layout.ts";

/** A reply that the owner prepared. {firstName}, {treatment} and {address} are filled in. */
export type PreparedReply = { label: string; paragraphs: string[] };

/** The sender of a prepared reply. */
export type StudioIdentity = {
  brand: string;
  shortName: string;
  practitioner: string;
  phone: string;
  accent: string;
  address?: string;
  replies?: PreparedReply[] | undefined;
  /** Whether visitors are told by email that their request arrived. */
  confirmsToVisitor?: boolean;
  /** The names of the treatments that are offered. Old releases lack this and the hours. */
  treatments?: string[];
  hours?: OpeningHours;
  /** What the owner calls each page, by its path. */
  pageNames?: Record<string, string>;
};

/** What every email needs: the studio's time zone and name, and the links to its desk, where there is one. */
export type EmailContext = {
  timeZone: string;
  /** Missing where the content folder is not available. */
  studio?: StudioIdentity | null | undefined;
  desk?: Pick<DeskLinks, "url" | "requestLink"> | null | undefined;
};

/** "Wednesday, 18 November": an email may be read on a later day, so it never says "today". */
export function formatDay(at: number, { timeZone }: EmailContext): string {
  const { weekday, day, month } = timeParts(at, timeZone);
  return `${weekday}, ${day}\u00a0${month}`;
}

/** "Wednesday, 18 November, 7:58 a.m." */
export const formatDateTime = (at: number, context: EmailContext): string =>
  `${formatDay(at, context)}, ${timeParts(at, context.timeZone).time}`;

/** When an answer to the request is due. */
export const formatDue = ({ receivedAt }: StoredRequest, context: EmailContext): string =>
  formatDateTime(answerBy(receivedAt, context), context);

/** The header of an email: the studio's name and accent colour, or the design's ink where the studio is not known. */
export const emailHeader = ({ studio }: Pick<EmailContext, "studio">): { text: string; accent: string } =>
  studio
    ? { text: `${studio.shortName} desk`, accent: studio.accent }
    : { text: "The website", accent: colours.spruce };

/** Why a request looks like spam. */
export const flagReasons: Record<Flag, string> = {
  trap: "A field hidden from people was filled in",
  advert: "It reads like an advertisement, and names no treatment of yours",
  limit: "Many requests came from one connection",
  flood: "Many requests came at the same time, from many connections",
  test: "It is a test of the website itself",
  origin: "It was not sent from the studio’s own page",
};
