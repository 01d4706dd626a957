import type {
  Changes,
  Checked,
  Conflict,
  EditorEvent,
  Failed,
  Forget,
  Form,
  History,
  KeepPicture,
  Kept,
  Launch,
  Publishing,
  Refused,
  Save,
  Saved,
  Site,
  Stuck,
  TakeBack,
  Taken,
  TakenBack,
} from "../shapes.ts";

export const root = "/edit/api/";

/** The editor does not answer: it was closed, and every word stays in this window until it is back. */
export class OutOfTouch extends Error {}

export class Refusal extends Error {
  details: string | undefined;
  constructor({ words, details }: Failed) {
    super(words);
    this.details = details;
  }
}

type Answer<T extends Record<number, unknown>> = { [S in keyof T]: { status: S; body: T[S] } }[keyof T];

async function ask<T extends Record<number, unknown>>(address: string, init: RequestInit = {}, fine = [200]) {
  const headers = { "x-editor": "1", ...init.headers };
  const response = await fetch(root + address, { ...init, headers }).catch(() => {
    throw new OutOfTouch();
  });
  if (response.status === 502 || response.status === 503) throw new OutOfTouch();
  const body = await response.json().catch(() => ({ words: "The editor gave no answer that can be read." }));
  if (!fine.includes(response.status)) throw new Refusal(body);
  return { status: response.status, body } as Answer<T>;
}

const read = async <T>(address: string) => (await ask<{ 200: T }>(address)).body;

const post = <T extends Record<number, unknown>>(address: string, body: unknown, fine = [200]) =>
  ask<T>(
    address,
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    fine,
  );

export const readSite = () => read<Site>("site");
export const readForm = (file: string) => read<Form>(`form?file=${encodeURIComponent(file)}`);
export const readHistory = () => read<History>("history");
export const readLaunch = () => read<Launch>("launch");

export const check = async (changes: Changes) => (await post<{ 200: Checked }>("check", changes)).body.problems;
export const save = (body: Save) => post<{ 200: Saved; 422: Kept; 409: Conflict }>("save", body, [200, 422, 409]);
export const forget = async (body: Forget) => (await post<{ 200: Form }>("forget", body)).body;
export const takeBack = (body: TakeBack) => post<{ 200: TakenBack; 409: Stuck }>("take-back", body, [200, 409]);
export const publish = async () => (await post<{ 200: Publishing }>("publish", {})).body;
export const stopPublishing = async () => (await post<{ 200: Publishing }>("publish-stop", {})).body;
export const launch = async (initials: string) => (await post<{ 200: Launch }>("launch", { initials })).body;

export const takePicture = (name: string, file: File) =>
  ask<{ 200: Taken; 422: Refused }>(
    `picture?for=${encodeURIComponent(name)}`,
    { method: "POST", headers: { "x-file-name": encodeURIComponent(file.name) }, body: file },
    [200, 422],
  );
export const keepPicture = (body: KeepPicture) =>
  post<{ 200: Saved; 422: Kept; 409: Conflict }>("picture-keep", body, [200, 422, 409]);

export function listen(told: (event: EditorEvent) => void, touch: (there: boolean) => void) {
  const events = new EventSource(`${root}events`);
  events.onmessage = ({ data }) => told(JSON.parse(data) as EditorEvent);
  events.onopen = () => touch(true);
  events.onerror = () => touch(false);
}
