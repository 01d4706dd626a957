import type { Post } from "../../consultations/mail/post.ts";
import { openDatabase } from "../../consultations/store/sqlite-database.ts";
import type { Store } from "../../consultations/store/store.ts";
import type { Open } from "./disk.ts";

/** What stands between a server and its surroundings: nothing, or a fault that the simulation has to find. */
export type Plant = { open: Open; around(store: Store, post: Post): { store: Store; post: Post } };

const none: Plant = { open: openDatabase, around: (store, post) => ({ store, post }) };

export const plants = {
  none,
  "thanks before the commit": {
    ...none,
    around: (store, post) => ({
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
    around(store, post) {
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
          async send(letter) {
            await store.delivered(ids, 0);
            await post.send(letter);
          },
        },
      };
    },
  },
  "claims without a lease": {
    ...none,
    around: (store, post) => ({
      post,
      store: { ...store, claim: (now, limit, _until, only) => store.claim(now, limit, now, only) },
    }),
  },
} satisfies Record<string, Plant>;

export type PlantName = keyof typeof plants;
export const faults = Object.keys(plants).filter((name): name is PlantName => name !== "none");
