import { startHostedSite } from "../kit/hosted-site.ts";
import { openClient } from "./editor/client.ts";
import { provePublishDuringBackup, proveTooLittleMemory, proveTwoPeople } from "./editor/saving-and-publishing.ts";
import { proveNames, proveOtherSites, proveSignOut, proveStrangers } from "./editor/strangers.ts";
import { proveLargePictures, proveUploads } from "./editor/uploads.ts";
import type { Prove, Result } from "./results.ts";
import { buildOnce } from "./servers.ts";

/** From outside, and by a browser that is signed in. The last one signs everybody out. */
const attacks = [
  proveStrangers,
  proveOtherSites,
  proveNames,
  proveUploads,
  proveLargePictures,
  proveTwoPeople,
  provePublishDuringBackup,
  proveSignOut,
];

/** Attacks on the owner's editor inside the server. */
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
