import { type ConsultationRequest, mapFields } from "../../src/requests/request.ts";
import type { StoredRequest, Submission } from "../../src/requests/store/stored-request.ts";

/** What tests send and store. No log may ever hold a word of it. */
export const sampleRequest: ConsultationRequest = {
  ...mapFields((field) => `Canary ${field}`),
  name: "Canary Ana",
  email: "canary@example.com",
  phone: "780-555-0100",
  treatment: "Facial",
  message: "Hello",
};

/** The same words again would be a repeat; another number is another visitor. */
export const sampleEmail = (number: number): string => `canary${number}@example.com`;

export const sampleSubmission = (overrides: Partial<Submission> = {}): Submission => ({
  ...sampleRequest,
  receivedAt: 1_000,
  flags: [],
  key: null,
  ...overrides,
});

export const sampleStored = (overrides: Partial<StoredRequest> = {}): StoredRequest => ({
  id: "3b241101-e2bb-4255-8caf-4136c566a962",
  reference: "K7QF3M2P",
  ...sampleRequest,
  receivedAt: 1_000,
  flags: [],
  verdict: null,
  note: "",
  answeredAt: null,
  deliveredAt: null,
  attempts: 0,
  lastError: null,
  copy: 1,
  ...overrides,
});
