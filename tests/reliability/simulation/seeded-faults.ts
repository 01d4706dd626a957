import type { Mailer } from "../../../src/requests/mail/mailer.ts";
import { openDatabase } from "../../../src/requests/store/sqlite-database.ts";
import type { Store } from "../../../src/requests/store/store.ts";
import type { OpenFunction } from "./simulated-disk.ts";

/** Wraps a server's dependencies with nothing, or with a fault that the simulation has to find. */
export type Fault = { open: OpenFunction; wrap(store: Store, post: Mailer): { store: Store; post: Mailer } };

const none: Fault = { open: openDatabase, wrap: (store, post) => ({ store, post }) };

export const seededFaults = {
  none,
  "thanks before the commit": {
    ...none,
    wrap: (store, post) => ({
      post,
      store: {
        ...store,
        async save(submission) {
          store.save(submission).catch(() => {});
          return { reference: "", repeated: false };
        },
      },
    }),
  },
  "synchronous = NORMAL": {
    ...none,
    open(file, alone) {
      const opened = openDatabase(file, alone);
      opened.database.exec("PRAGMA synchronous = NORMAL");
      return opened;
    },
  },
  "marked as sent before it is sent": {
    ...none,
    wrap(store, post) {
      let ids: string[] = [];
      return {
        store: {
          ...store,
          async claim(...args) {
            const requests = await store.claim(...args);
            ids = requests.map(({ id }) => id);
            return requests;
          },
        },
        post: {
          ...post,
          async send(email) {
            await store.markDelivered(ids, 0);
            await post.send(email);
          },
        },
      };
    },
  },
  "claims without a lease": {
    ...none,
    wrap: (store, post) => ({
      post,
      store: { ...store, claim: (now, limit, _until, only) => store.claim(now, limit, now, only) },
    }),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof seededFaults;
export const seededFaultNames = Object.keys(seededFaults).filter((name): name is FaultName => name !== "none");
