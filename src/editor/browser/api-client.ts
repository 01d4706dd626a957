import type {
  ApiError,
  CheckRequest,
  CheckResponse,
  Conflict,
  DiscardDraftRequest,
  EditorEvent,
  Form,
  History,
  LaunchStatus,
  PictureRejected,
  PreviewRequest,
  PreviewResponse,
  PublishStatus,
  Saved,
  SavedAsDraft,
  SavePictureRequest,
  SaveRequest,
  Session,
  Site,
  UndoConflict,
  Undone,
  UndoRequest,
  UploadedPicture,
} from "../api/api-types.ts";

import { setState } from "./state.ts";

export const apiRoot = "/edit/api/";

/** The editor's server does not respond. Unsaved edits stay in this window until it is running again. */
export class EditorUnreachable extends Error {
  constructor() {
    super("The editor does not answer. Try again in a moment.");
  }
}

export class RequestError extends Error {
  details: string | undefined;
  constructor({ message, details }: ApiError) {
    super(message);
    this.details = details;
  }
}

/** Every POST carries it, to show that it comes from this page. */
let mark = "";

/** Reads the mark, and whether there is a desk to go back to. */
export async function readSession() {
  const { mark: own, desk } = await get<Session>("session");
  mark = own;
  setState({ desk, signedOut: false });
}

type ApiResponse<T extends Record<number, unknown>> = { [S in keyof T]: { status: S; body: T[S] } }[keyof T];

async function request<T extends Record<number, unknown>>(address: string, init: RequestInit = {}, accepted = [200]) {
  const send = () =>
    fetch(apiRoot + address, { ...init, headers: { "x-editor": mark, ...init.headers } }).catch(() => {
      throw new EditorUnreachable();
    });
  if (init.method === "POST" && !mark) await readSession();
  let response = await send();
  // After signing in again the session has another mark.
  if (response.status === 403) {
    await readSession();
    response = await send();
  }
  if (response.status === 401) setState({ signedOut: true });
  if ([401, 502, 503].includes(response.status)) throw new EditorUnreachable();
  const body = await response.json().catch(() => ({ message: "The editor's response could not be read." }));
  if (!accepted.includes(response.status)) throw new RequestError(body);
  return { status: response.status, body } as ApiResponse<T>;
}

const get = async <T>(address: string) => (await request<{ 200: T }>(address)).body;

const post = <T extends Record<number, unknown>>(address: string, body: unknown, accepted = [200]) =>
  request<T>(
    address,
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    accepted,
  );

export const readSite = () => get<Site>("site");
export const readForm = (file: string) => get<Form>(`form?file=${encodeURIComponent(file)}`);
export const readHistory = () => get<History>("history");
export const readLaunch = () => get<LaunchStatus>("launch");

export const check = async (changes: CheckRequest) =>
  (await post<{ 200: CheckResponse }>("check", changes)).body.problems;
export const layOver = async (body: PreviewRequest) => (await post<{ 200: PreviewResponse }>("preview", body)).body;
export const save = (body: SaveRequest) =>
  post<{ 200: Saved; 422: SavedAsDraft; 409: Conflict }>("save", body, [200, 422, 409]);
export const discardDraft = async (body: DiscardDraftRequest) =>
  (await post<{ 200: Form }>("discard-draft", body)).body;
export const undo = (body: UndoRequest) => post<{ 200: Undone; 409: UndoConflict }>("undo", body, [200, 409]);
export const publish = async () => (await post<{ 200: PublishStatus }>("publish", {})).body;
export const stopPublishing = async () => (await post<{ 200: PublishStatus }>("publish-stop", {})).body;
export const recordLaunch = async (initials: string) =>
  (await post<{ 200: LaunchStatus }>("launch", { initials })).body;

export const uploadPicture = (name: string, file: File) =>
  request<{ 200: UploadedPicture; 422: PictureRejected }>(
    `picture?for=${encodeURIComponent(name)}`,
    { method: "POST", headers: { "x-file-name": encodeURIComponent(file.name) }, body: file },
    [200, 422],
  );
export const savePicture = (body: SavePictureRequest) =>
  post<{ 200: Saved; 422: SavedAsDraft; 409: Conflict }>("save-picture", body, [200, 422, 409]);

/** Set while events arrive. Ends them and connects again, which tells when the server responds. */
let reconnect = () => {};

export function subscribe(onEvent: (event: EditorEvent) => void, onConnection: (connected: boolean) => void) {
  const events = new EventSource(`${apiRoot}events`);
  reconnect = () => {
    reconnect = () => {};
    events.close();
    readSession().catch(() => {});
    setTimeout(() => subscribe(onEvent, onConnection), 3_000);
  };
  events.onmessage = ({ data }) => onEvent(JSON.parse(data) as EditorEvent);
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
