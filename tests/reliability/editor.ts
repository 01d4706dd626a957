import { startEditor } from "../kit/editor-process.ts";
import { saveInTwoWindows } from "../kit/two-windows.ts";
import { proveHostedEditor } from "./hosted-editor.ts";
import { type Prove, scaled } from "./result.ts";

/** Attacks on the owner's editor: on her own machine, and inside the server. */
export const prove: Prove = async (options) => [
  ...(await proveTwoWindows(options)),
  ...(await proveHostedEditor(options)),
];

const proveTwoWindows: Prove = async (options) => {
  const editor = await startEditor();
  try {
    const headers = await editor.admit();
    const ask = async (address: string, init: RequestInit = {}) => {
      const response = await fetch(`${editor.origin}/edit/api/${address}`, { ...init, headers });
      return { status: response.status, body: await response.json() };
    };
    const { body: form } = await ask("form?file=pages%2Fhome.yaml");
    const saves = scaled(1_000, options, 20);
    const { acknowledged, lost } = await saveInTwoWindows(
      async (request) => {
        const { status, body } = await ask("save", { method: "POST", body: JSON.stringify(request) });
        return { status, version: body.form?.version ?? "" };
      },
      editor.read,
      saves,
      form.version,
    );
    return [
      {
        claim: "Two windows of the editor that save different fields of one file at the same moment lose no word",
        method: `${saves} saves over HTTP, two at a time, neither window told of the other's`,
        measured: `${acknowledged} acknowledged, ${lost.length} lost`,
        passed: acknowledged === saves && lost.length === 0,
      },
    ];
  } finally {
    await editor.stop();
  }
};
