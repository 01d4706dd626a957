import type { ConsultationRequest, Field } from "../request.ts";

// Control characters can hide text, reverse it or end it early. They are removed from what is shown, not from what is
// stored.
const controlCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export const toOneLine = (text: string): string => displayText(text).replace(/\s+/g, " ").trim();

function displayText(text: string): string {
  // A lone surrogate is not a character and cannot be encoded in a URL.
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .split("\n");
  return lines.map((line) => line.replaceAll("\t", " ").replace(controlCharacters, "")).join("\n");
}

export const fieldLabel = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);
export const fieldText = (request: ConsultationRequest, field: Field): string =>
  field === "message" ? displayText(request.message) : toOneLine(request[field]);
