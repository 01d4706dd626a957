import { startHostedSite } from "../kit/hosted-site.ts";
import { openClient } from "./editor/client.ts";
import { proveTooLittleMemory, proveTwoPeople } from "./editor/saving-and-publishing.ts";
import { proveLargePictures, proveUploads } from "./editor/uploads.ts";
import type { Prove, Result } from "./results.ts";
import { buildOnce } from "./servers.ts";

/** By browsers that are signed in. */
const attacks = [proveUploads, proveLargePictures, proveTwoPeople];

/** The owner's editor inside the server, within the memory of the documented service. */
export const proveEditor: Prove = async (options) => {
  buildOnce();
  const hosted = await startHostedSite();
  const visit = openClient(hosted);
  const results: Result[] = [];
  try {
    // A used link does not count, so the second phone can sign in at once.
    const [phone, tablet] = [await visit.signIn(), await visit.signIn()];
    for (const attack of attacks) results.push(await attack({ visit, hosted, phone, tablet, options }));
  } finally {
    await hosted.stop();
  }
  return [...results, await proveTooLittleMemory()];
};
