import type * as api from "../api/api-types.ts";
import { setState } from "./state.ts";

export const apiRoot = "/edit/api/";

/** The editor's server does not respond. Unsaved edits stay in this browser until it is running again. */
export class EditorUnreachable extends Error {
  constructor() {
    super("The editor does not answer. Try again in a moment.");
  }
}

export class RequestError extends Error {}

/** Every POST carries it, to show that it comes from this page. */
let csrfToken = "";

export async function readSession() {
  const session = await get<{ csrfToken: string; desk: string | null }>("session");
  csrfToken = session.csrfToken;
  setState({ desk: session.desk, signedOut: false });
}

type ApiResponse<T extends Record<number, unknown>> = { [S in keyof T]: { status: S; body: T[S] } }[keyof T];

async function request<T extends Record<number, unknown>>(address: string, init: RequestInit = {}, accepted = [200]) {
  const send = () =>
    fetch(apiRoot + address, { ...init, headers: { "x-editor": csrfToken, ...init.headers } }).catch(() => {
      throw new EditorUnreachable();
    });
  if (init.method === "POST" && !csrfToken) await readSession();
  let response = await send();
  // After signing in again the session has another token.
  if (response.status === 403) {
    await readSession();
    response = await send();
  }
  if (response.status === 401) setState({ signedOut: true });
  if ([401, 502, 503].includes(response.status)) throw new EditorUnreachable();
  const body = await response.json().catch((error) => {
    if (error instanceof SyntaxError) throw new RequestError("The editor's response could not be read.");
    // The connection ended in the middle of the answer.
    throw new EditorUnreachable();
  });
  if (!accepted.includes(response.status)) throw new RequestError(body.message);
  return { status: response.status, body } as ApiResponse<T>;
}

const get = async <T>(address: string) => (await request<{ 200: T }>(address)).body;

const post = <T extends Record<number, unknown>>(address: string, body: unknown, accepted = [200]) =>
  request<T>(
    address,
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    accepted,
  );

export const readSite = () => get<api.Site>("site");
export const readForm = (file: string) => get<api.Form>(`form?file=${encodeURIComponent(file)}`);
export const readHistory = () => get<api.History>("history");
export const readLaunch = () => get<api.LaunchStatus>("launch");

/** Sends a body for which there is one kind of answer. */
const send = async <T>(address: string, body: unknown = {}) => (await post<{ 200: T }>(address, body)).body;

export const check = async (changes: api.SaveRequest) =>
  (await send<{ problems: api.Problem[] }>("check", changes)).problems;
export const previewWith = (body: api.PreviewRequest) => send<{ id: string | null }>("preview", body);
export const publish = () => send<api.PublishStatus>("publish");
export const addTreatment = (body: api.AddTreatmentRequest) => send<api.Site>("add-treatment", body);
export const removeTreatment = (slug: string) => send<api.Site>("remove-treatment", { slug });
export const readMentions = (slug: string) => get<api.Mention[]>(`mentions?slug=${encodeURIComponent(slug)}`);
export const stopPublishing = () => send<api.PublishStatus>("publish-stop");
export const recordLaunch = (initials: string) => send<api.LaunchStatus>("launch", { initials });

/** Every save is answered with what it changes elsewhere on the screen. */
type AfterSave = { form: api.Form; site: api.Site };
type SaveResponses = {
  200: api.Saved & AfterSave;
  422: { problems: api.Problem[] } & AfterSave;
  409: { conflicts: api.FieldConflict[] } & AfterSave;
};
export const save = (body: api.SaveRequest) => post<SaveResponses>("save", body, [200, 422, 409]);
export const savePicture = (body: api.SavePictureRequest) => post<SaveResponses>("save-picture", body, [200, 422, 409]);
export const undo = (body: api.UndoRequest) => send<api.Undone>("undo", body);

async function sendFile<T>(address: string, file: File) {
  const headers = { "x-file-name": encodeURIComponent(file.name) };
  return (await request<{ 200: T }>(address, { method: "POST", headers, body: file })).body;
}
export const uploadPicture = (name: string, file: File) =>
  sendFile<api.UploadedPicture>(`picture?for=${encodeURIComponent(name)}`, file);
export const sendLogo = (file: File) => sendFile<AfterSave>("logo", file);

/** Set while events arrive. Ends them and connects again, which tells when the server responds. */
let reconnect = () => {};

export function subscribe(onEvent: (event: api.EditorEvent) => void, onConnection: (connected: boolean) => void) {
  const events = new EventSource(`${apiRoot}events`);
  reconnect = () => {
    reconnect = () => {};
    events.close();
    readSession().catch(() => {});
    setTimeout(() => subscribe(onEvent, onConnection), 1_000);
  };
  events.onmessage = ({ data }) => onEvent(JSON.parse(data) as api.EditorEvent);
  events.onopen = () => onConnection(true);
  events.onerror = () => {
    onConnection(false);
    // An error other than a lost connection ends the events for good.
    if (events.readyState === EventSource.CLOSED) reconnect();
  };
}

/** Does something that asks the server, and shows why when that fails. */
export const attempt = (work: () => Promise<unknown>) =>
  work().catch((error) => {
    if (!showFailure(error)) throw error;
  });

/** Shows why a request failed. Returns false for an error that is a fault of this page. */
export function showFailure(error: unknown): boolean {
  if (error instanceof EditorUnreachable) {
    setState({ disconnected: true });
    // One request may fail while the events go on.
    reconnect();
    return true;
  }
  if (error instanceof RequestError) setState({ errorMessage: error.message });
  return error instanceof RequestError;
}
