import type { ContactProps } from "./contact.tsx";

export type Words = ContactProps["form"];
