import { startHostedSite } from "../kit/hosted-site.ts";
import { openClient } from "./editor/hosted-client.ts";
import { proveBodies, proveNames } from "./editor/names-and-bodies.ts";
import { proveOwnMachine } from "./editor/own-machine.ts";
import { provePublishDuringBackup, proveTooLittleMemory, proveTwoPeople } from "./editor/saving-and-publishing.ts";
import { proveAddresses, proveNoSession, proveOtherSites, proveSignOut } from "./editor/strangers.ts";
import { proveLargePictures, proveUploads } from "./editor/uploads.ts";
import { buildOnce } from "./example-site.ts";
import type { Prove, Result } from "./result.ts";

/** Attacks on the owner's editor: on her own machine, and beside that inside the server. */
export const prove: Prove = async (options) => {
  buildOnce();
  const [ownMachine, hosted] = await Promise.all([
    proveOwnMachine(options).then(async (results) => [results, await proveTooLittleMemory()] as const),
    proveHostedEditor(options),
  ]);
  const [results, tooLittleMemory] = ownMachine;
  return [...results, ...hosted, tooLittleMemory];
};

/** From outside, and by a browser that is signed in. */
const hostedAttacks = [
  proveNoSession,
  proveOtherSites,
  proveAddresses,
  proveNames,
  proveBodies,
  proveUploads,
  proveLargePictures,
  proveTwoPeople,
  provePublishDuringBackup,
  proveSignOut,
];

const proveHostedEditor: Prove = async (options) => {
  const hosted = await startHostedSite();
  const visit = openClient(hosted);
  try {
    // A used link does not count, so the second phone can sign in at once.
    const [phone, tablet] = [await visit.signIn(), await visit.signIn()];
    const results: Result[] = [];
    for (const attack of hostedAttacks) results.push(await attack({ visit, hosted, phone, tablet, options }));
    return results;
  } finally {
    await hosted.stop();
  }
};
