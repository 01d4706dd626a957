import type { SaveRequest } from "../../src/editor/api/api-types.ts";

/** Sends a save as one of the editor's windows does, and returns the file's new version. */
export type SendSave = (request: SaveRequest) => Promise<{ status: number; version: string }>;

/**
 * Two windows save one file at the same moment, each its own field, and neither learns of the other's saves. Returns
 * how many saves were acknowledged, and those whose words were not in the file afterwards.
 */
export async function saveInTwoWindows(send: SendSave, read: (file: string) => string, saves: number, version: string) {
  const windows = ["hero/button", "close/button"].map((path) => ({ path, version }));
  const file = "pages/home.yaml";
  const lost: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round * windows.length < saves; round++) {
    const words = windows.map((_, at) => `Window ${at}, save ${round}`);
    await Promise.all(
      windows.map(async (window, at) => {
        const edits = [{ do: "set" as const, path: window.path, value: words[at] }];
        const answer = await send({ file, version: window.version, edits });
        if (answer.status === 200) acknowledged++;
        window.version = answer.version;
      }),
    );
    lost.push(...words.filter((one) => !read(file).includes(one)));
  }
  return { acknowledged, lost };
}
