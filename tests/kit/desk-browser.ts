type Desk = (request: Request) => Response | Promise<Response>;
type Fields = Record<string, string>;

/** A browser as far as the desk is concerned: keeps its cookie, and says where its forms come from. */
export function createBrowser(desk: Desk, cookieJar = { cookie: "" }, origin = "https://studio.example") {
  const responses: Response[] = [];
  async function fetchPage(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (cookieJar.cookie) headers.set("cookie", cookieJar.cookie);
    const response = await desk(new Request(new URL(path, origin), { redirect: "manual", ...init, headers }));
    const set = response.headers.get("set-cookie");
    if (set) cookieJar.cookie = /Max-Age=0;/.test(set) ? "" : (set.split(";")[0] ?? "");
    responses.push(response);
    return response;
  }
  const read = async (path: string) => (await fetchPage(path)).text();
  const send = (path: string, fields: Fields, headers: Fields = {}) =>
    fetchPage(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", origin: "null", ...headers },
    });
  /** The form of a page whose button does this, ready to be sent. */
  async function findForm(path: string, actionName: string) {
    const page = await read(path);
    for (const [, action = "", formHtml = ""] of page.matchAll(/<form[^>]* ?action="([^"]*)"[^>]*>(.*?)<\/form>/gs)) {
      const hidden = formHtml.matchAll(/name="([^"]*)" value="([^"]*)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
      if (fields.do === actionName)
        return (extraFields: Fields = {}, headers = {}) => send(action, { ...fields, ...extraFields }, headers);
    }
    throw new Error(`There is nothing here that does "${actionName}"`);
  }
  const submitForm = async (path: string, actionName: string, extraFields: Fields = {}, headers = {}) =>
    (await findForm(path, actionName))(extraFields, headers);
  return { cookieJar, responses, fetchPage, read, send, findForm, submitForm };
}
