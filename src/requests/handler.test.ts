import { describe, expect, it } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { createHandler, type HandlerSettings } from "./handler.ts";
import { unlimited } from "./rate-limit.ts";
import { endpoint, type FilledForm, mapFields } from "./request.ts";
import type { Submission } from "./store/stored-request.ts";

const url = `https://studio.example${endpoint}`;

function openHandler(changes: Partial<HandlerSettings> = {}, keepsForms = true) {
  const saved: Submission[] = [];
  const kept: FilledForm[] = [];
  const handle = createHandler({
    store: {
      save: async (submission) => {
        saved.push(submission);
        return { reference: "K7QF3M2P", repeated: false };
      },
    },
    limiter: unlimited,
    now: () => 1_000,
    log: () => {},
    contactUrl: "/contact",
    allowedOrigins: "*",
    ...(keepsForms && { keepForm: (form: FilledForm) => `token${kept.push(form)}` }),
    ...changes,
  });
  const send = (init: RequestInit) => handle(new Request(url, { method: "POST", ...init }), "192.0.2.1");
  const sendJson = (body: unknown, headers = {}) =>
    send({ body: JSON.stringify(body), headers: { "content-type": "application/json", origin: url, ...headers } });
  const sendForm = (body: Record<string, string>, headers = {}) =>
    send({ body: new URLSearchParams(body), headers: { origin: url, ...headers } });
  return { saved, kept, send, sendJson, sendForm };
}

const broken: HandlerSettings["store"] = { save: () => Promise.reject(new Error("disk full")) };

describe("A call from the page", () => {
  it("gets one message for each field that is wrong", async () => {
    const { sendJson, saved } = openHandler();
    const response = await sendJson({ ...sampleRequest, email: "ana", phone: "" });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      ok: false,
      errors: { email: "Enter an email address like name@example.com", phone: "Enter your phone number" },
    });
    expect(saved).toEqual([]);
  });

  it.each([
    ["another method", { method: "GET" }, 405],
    ["a multipart form", { body: new FormData() }, 415],
    ["broken JSON", { body: "{", headers: { "content-type": "application/json" } }, 400],
    ["a JSON list", { body: "[]", headers: { "content-type": "application/json" } }, 400],
    ["too much, whatever its type", { body: " ".repeat(16 * 1024 + 1) }, 413],
  ])("is refused for %s, with a message that the page's origin may read", async (_, init, status) => {
    const response = await openHandler().send(init);
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({ ok: false, error: expect.any(String) });
  });

  it("is refused when its key is known with other words, which nothing would keep", async () => {
    const save = async () => ({ reference: "K7QF3M2P", repeated: true, conflict: true as const });
    expect((await openHandler({ store: { save } }).sendJson(sampleRequest)).status).toBe(422);
  });

  it("is acknowledged with a reference once it is stored, and flagged or refused as the limits say", async () => {
    const flagged = openHandler({ limiter: async () => ({ result: "flag" }) });
    const acknowledged = await flagged.sendJson(sampleRequest, { "idempotency-key": "one" });
    expect(acknowledged.status).toBe(200);
    expect(await acknowledged.json()).toEqual({ ok: true, reference: "K7QF3M2P" });
    expect(flagged.saved).toEqual([{ ...sampleRequest, receivedAt: 1_000, flags: ["limit"], key: "one" }]);
    const limited = openHandler({ limiter: async () => ({ result: "refuse", retryAfter: 9 }) });
    for (const [{ sendJson, saved }, ...expected] of [
      [limited, 429, "9"],
      [openHandler({ store: broken }), 503, "30"],
    ] as const) {
      const { status, headers } = await sendJson(sampleRequest);
      expect([status, headers.get("retry-after"), headers.get("access-control-allow-origin")]).toEqual([
        ...expected,
        "*",
      ]);
      expect(saved).toEqual([]);
    }
  });

  it("is preceded by a preflight that allows every header the client sends", async () => {
    const response = await openHandler().send({ method: "OPTIONS" });
    expect(response.status).toBe(204);
    for (const header of ["authorization", "x-client-info", "apikey", "content-type", "idempotency-key", "x-spam"])
      expect(response.headers.get("access-control-allow-headers")?.split(", ")).toContain(header);
  });
});

describe("A request that looks like spam", () => {
  it("is accepted and flagged when the honeypot was filled in", async () => {
    const { sendJson, sendForm, saved } = openHandler();
    await sendJson(sampleRequest, { "x-spam": "1" });
    await sendForm({ ...sampleRequest, website: "http://spam.example" });
    await sendForm({ ...sampleRequest, website: "" });
    expect(saved.map(({ flags }) => flags)).toEqual([["trap"], ["trap"], []]);
  });

  it("is accepted and flagged when it reads like an advertisement and names no treatment that the site has now", async () => {
    const treatments = ["Peel"];
    const { sendJson, saved } = openHandler({ treatments: () => treatments });
    const advert = { ...sampleRequest, message: "www.a.example www.b.example www.c.example" };
    expect((await sendJson(advert)).status).toBe(200);
    treatments.push(sampleRequest.treatment);
    await sendJson(advert);
    expect(saved.map(({ flags }) => flags)).toEqual([["advert"], []]);
  });

  it.each([
    [{ origin: "https://studio.example" }, []],
    [{ origin: "null", "sec-fetch-site": "same-origin" }, []],
    [{ origin: "https://other.example" }, ["origin"]],
    [{ origin: "null", "sec-fetch-site": "cross-site" }, ["origin"]],
    [{ origin: "//" }, ["origin"]],
  ])("is recognized by its origin: %j", async (headers, flags) => {
    const { sendJson, saved } = openHandler();
    expect((await sendJson(sampleRequest, headers)).status).toBe(200);
    expect(saved).toMatchObject([{ flags }]);
  });

  it("is refused only when a foreign page sent it and the allowed origins are listed", async () => {
    const { sendJson } = openHandler({
      allowedOrigins: ["https://pages.example"],
      contactUrl: "https://pages.example/contact",
    });
    expect((await sendJson(sampleRequest, { origin: "https://pages.example" })).status).toBe(200);
    expect((await sendJson(sampleRequest, { origin: "null" })).status).toBe(200);
    expect((await sendJson(sampleRequest, { origin: "https://other.example" })).status).toBe(403);
  });
});

describe("A form posted without script", () => {
  it("returns to the contact page with the success notice, and the moment from which its answer is promised", async () => {
    const { sendForm, saved, kept } = openHandler();
    const response = await sendForm({ ...sampleRequest, message: "two\r\nlines" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/contact?draft=token1#sent");
    expect(saved).toMatchObject([{ ...sampleRequest, message: "two\nlines" }]);
    expect(kept).toEqual([{ values: mapFields(() => ""), errors: {}, sentAt: 1_000 }]);
    const far = openHandler({}, false);
    expect((await far.sendForm(sampleRequest)).headers.get("location")).toBe("/contact#sent");
  });

  it("returns with the typed values when it could not be stored or came too often", async () => {
    const stuck = openHandler({ store: broken });
    expect((await stuck.sendForm(sampleRequest)).headers.get("location")).toBe("/contact?draft=token1#failed");
    const limited = openHandler({ limiter: async () => ({ result: "refuse", retryAfter: 9 }) });
    expect((await limited.sendForm(sampleRequest)).headers.get("location")).toBe("/contact?draft=token1#failed");
    expect(limited.kept).toEqual([{ values: sampleRequest, errors: {} }]);
  });

  it("returns with only the failure when forms are not kept or nothing was typed", async () => {
    const tooMuch = { ...sampleRequest, message: "x".repeat(50_000) };
    expect((await openHandler().sendForm(tooMuch)).headers.get("location")).toBe("/contact#failed");
    const far = openHandler({ contactUrl: "https://pages.example/contact" }, false);
    const location = "https://pages.example/contact#failed";
    expect((await far.sendForm({ ...sampleRequest, name: "" })).headers.get("location")).toBe(location);
  });

  it("may have fields of the maximum length in any script", async () => {
    const { sendForm, saved } = openHandler();
    const message = "皮".repeat(2_000);
    expect((await sendForm({ ...sampleRequest, message })).headers.get("location")).toMatch(/#sent$/);
    expect(saved).toMatchObject([{ message }]);
  });
});
