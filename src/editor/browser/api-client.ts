import type * as api from "../api/api-types.ts";
import { setState } from "./state.ts";

export const apiRoot = "/edit/api/";

/** The editor's server does not respond. Unsaved edits stay in this browser until it is running again. */
class EditorUnreachable extends Error {
  constructor() {
    super("The editor does not answer. Try again in a moment.");
  }
}

class RequestError extends Error {}

/** Every POST carries it, to show that it comes from this page. */
let csrfToken = "";

export async function readSession() {
  const session = await read<{ csrfToken: string; desk: string | null }>("session");
  csrfToken = session.csrfToken;
  setState({ desk: session.desk, signedOut: false });
}

/** A file is sent as it is, with its name, and everything else as JSON. */
const describePost = (sent: unknown): RequestInit =>
  sent instanceof File
    ? { method: "POST", headers: { "x-file-name": encodeURIComponent(sent.name) }, body: sent }
    : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };

/** Asks the server, or sends it something. */
async function request(address: string, sent?: unknown, accepted = [200]) {
  const init = sent === undefined ? {} : describePost(sent);
  const send = () =>
    fetch(apiRoot + address, { ...init, headers: { "x-editor": csrfToken, ...init.headers } }).catch(() => {
      throw new EditorUnreachable();
    });
  if (sent !== undefined && !csrfToken) await readSession();
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
  return { status: response.status, body };
}

/** Where there is one kind of answer. */
const read = async <T>(address: string, sent?: unknown): Promise<T> => (await request(address, sent)).body;

/** Every save is answered with what it changes elsewhere on the screen. */
type AfterSave = { form: api.Form; site: api.Site };
type SaveAnswer = AfterSave &
  (
    | ({ status: 200 } & api.Saved)
    | { status: 422; problems: api.Problem[] }
    | { status: 409; conflicts: api.FieldConflict[] }
  );

async function sendSave(address: string, sent: unknown): Promise<SaveAnswer> {
  const { status, body } = await request(address, sent, [200, 422, 409]);
  return { status, ...body };
}

export const readSite = () => read<api.Site>("site");
export const readForm = (file: string) => read<api.Form>(`form?file=${encodeURIComponent(file)}`);
export const readHistory = () => read<api.History>("history");
export const readLaunch = () => read<api.LaunchStatus>("launch");
export const readMentions = (slug: string) => read<api.Mention[]>(`mentions?slug=${encodeURIComponent(slug)}`);

export const check = (changes: api.SaveRequest) => read<{ problems: api.Problem[] }>("check", changes);
export const previewWith = (body: api.PreviewRequest) => read<{ id: string | null }>("preview", body);
export const save = (body: api.SaveRequest) => sendSave("save", body);
export const savePicture = (body: api.SavePictureRequest) => sendSave("save-picture", body);
export const undo = (body: api.UndoRequest) => read<api.Undone>("undo", body);
export const addTreatment = (body: api.AddTreatmentRequest) => read<api.Site>("add-treatment", body);
export const removeTreatment = (slug: string) => read<api.Site>("remove-treatment", { slug });
export const recordLaunch = (initials: string) => read<api.LaunchStatus>("launch", { initials });
export const publish = () => read<api.PublishStatus>("publish", {});
export const stopPublishing = () => read<api.PublishStatus>("publish-stop", {});
export const uploadPicture = (name: string, file: File) =>
  read<api.UploadedPicture>(`picture?for=${encodeURIComponent(name)}`, file);
export const sendLogo = (file: File) => read<AfterSave>("logo", file);

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

/**
 * Shows why a request failed. Buttons and queued work do so with whatever fails in them, and the window with the rest.
 * Any other error is a fault of this page, and is thrown again.
 */
export function showFailure(error: unknown) {
  if (error instanceof RequestError) return setState({ errorMessage: error.message });
  if (!(error instanceof EditorUnreachable)) throw error;
  setState({ disconnected: true });
  // One request may fail while the events go on.
  reconnect();
}
