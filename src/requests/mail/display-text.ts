import { type ConsultationRequest, type FieldName, fields, formField } from "../request.ts";

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

/** A field as the owner reads it. */
export const fieldText = (request: ConsultationRequest, field: FieldName): string =>
  formField(field).multiline ? displayText(request[field]) : toOneLine(request[field]);

export const treatmentText = (request: ConsultationRequest): string =>
  fieldText(request, "treatment") || "No treatment named";
export const messageText = (request: ConsultationRequest): string => fieldText(request, "message") || "No message.";

/** Fields that emails and the desk have a place for. They list any other one, once it is filled in, by its label. */
const placedFields: FieldName[] = ["name", "email", "phone", "treatment", "message"];

export const otherFields = (request: ConsultationRequest): { label: string; text: string }[] =>
  fields
    .filter((field) => !placedFields.includes(field) && request[field] !== "")
    .map((field) => ({ label: formField(field).label, text: fieldText(request, field) }));
