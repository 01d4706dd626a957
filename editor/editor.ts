import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, watch } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { listPictures } from "../studio/folder.ts";
import { createCommits } from "./commit.ts";
import { editText, readValues } from "./content-file.ts";
import { openContentRoom } from "./content-room.ts";
import { openDrafts } from "./drafts.ts";
import { openHistory } from "./history.ts";
import { openKeptCopies } from "./kept-copies.ts";
import { describeLaunch, launchEdit, whyNotLaunched } from "./launch.ts";
import { createPublishing } from "./publish.ts";
import { ChangedMeanwhile, createSaving, type SaveAnswer } from "./saving.ts";
import type { EditorEvent, Forget, Form, KeepPicture, Problem, Save } from "./shapes.ts";
import { describeSite } from "./site.ts";
import { withText, writeWhole } from "./source-file.ts";
import { createPictures } from "./take-picture.ts";
import { isRecord } from "./values.ts";

export interface EditorSettings {
  folder: string;
  /** Where drafts, copies and waiting pictures are kept: outside of the content, for its owner alone. */
  kept: string;
  siteUrl: string;
  publishCommand: string | null;
  /** Whether saves become commits where there is a repository. */
  commits: boolean;
  environment: Record<string, string | undefined>;
  now?: () => Date;
  build?: string[];
}

export type Editor = ReturnType<typeof openEditor>;

/** One content folder and all that can be done to it from the page. */
export function openEditor({
  folder,
  kept,
  siteUrl,
  publishCommand,
  commits,
  environment,
  now = () => new Date(),
  build,
}: EditorSettings) {
  const room = openContentRoom(folder, siteUrl);
  const drafts = openDrafts(join(kept, "drafts.json"));
  const git = commits ? createCommits(folder) : undefined;
  const copies = openKeptCopies(kept);
  const history = openHistory(room, copies, now, (change, files) => git?.add(change, files));
  const saving = createSaving({ room, drafts, history, now });
  const pictures = createPictures(folder, join(kept, "taken"));
  const listeners = new Set<ServerResponse>();
  const tell = (event: EditorEvent) => {
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const publishing = createPublishing({
    ...{ room, history, command: publishCommand, environment, now },
    tell: (state) => tell({ type: "publish", publishing: state }),
    ...(build && { build }),
  });

  history.notice();
  const versions = new Map(room.files().map((file) => [file, room.read(file).version]));
  const watcher = watch(folder, { recursive: true }, () => soon());
  // A machine that cannot watch one more folder still saves; changes made outside are then found at the next save.
  watcher.on("error", () => watcher.close());
  let waiting: NodeJS.Timeout | undefined;
  /** Programs write a file in several steps: looked at once it is quiet. */
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(look, 60);
  }

  function look() {
    room.lookAgain();
    history.notice();
    let changed = false;
    for (const file of room.files()) {
      const { version } = room.read(file);
      if (versions.get(file) === version) continue;
      versions.set(file, version);
      changed = true;
      tell({ type: "file", file, version });
    }
    if (changed) tell({ type: "site" });
    tell({ type: "page" });
  }

  function save(asked: Save): SaveAnswer {
    for (let tries = 0; ; tries++) {
      try {
        const answer = saving.save(asked);
        look();
        return answer;
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries > 2) throw error;
      }
    }
  }

  /** A picture that was taken in gets its place, its words and what must always be seen, in one save. */
  async function keepPicture({ id, name, alt, focus, person, version }: KeepPicture): Promise<SaveAnswer> {
    const file = listPictures(folder).get(name) ?? `images/${name}.webp`;
    const images = "images/images.yaml";
    const source = room.read(images);
    const wrong = (words: string, about = "alt", label = "What the picture shows"): Problem => ({
      file: images,
      title: room.titleOf(images),
      path: `${name}/${about}`,
      label,
      kind: "mistake",
      words,
      stops: true,
    });
    const missing = wrong(
      "This picture has no words yet. Say in one sentence what is seen, for people who cannot see it.",
    );
    const draft = { file: images, path: `${name}/alt`, label: missing.label, edits: [], at: now().toISOString() };
    const refuse = (problem: Problem): SaveAnswer => ({
      kept: { problems: [problem], draft: { ...draft, problems: [problem] } },
    });
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      return refuse(wrong("A picture is named in small letters, digits and hyphens."));
    if (!alt.trim()) return refuse(missing);
    if (person === null)
      return refuse(
        wrong(
          "Say whether a person is in it. A client may only be shown with signed consent.",
          "consent",
          "Is a person in it?",
        ),
      );
    const bytes = await pictures.bytesFor(id, file);
    if (!bytes) return refuse(wrong("The picture is no longer here. Drop it again."));
    const values = readValues(images, source.text);
    const old = values?.[name];
    const { focus: _focus, consent: _consent, ...rest } = isRecord(old) ? old : {};
    const value = { ...rest, alt: alt.trim(), ...(focus && { focus }), ...(person && { consent: true }) };
    const edit = { do: "set", path: name, value } as const;
    const text = editText(images, source.text, edit, room.fields(images));
    const asked: Save = { file: images, version, edits: [edit] };
    const [stop] = saving.check(asked).filter(({ stops, path }) => stops && path.startsWith(name));
    if (stop) return refuse(stop);
    const use = room.good() && (await describeSite(rooms)).pictures.find((one) => one.name === name)?.shownOn[0];
    // From here to the history at once, or the change would be taken for somebody else's.
    const path = join(folder, file);
    const before = existsSync(path) ? readFileSync(path) : null;
    writeWhole(path, bytes);
    const after = withText(source.bytes, text);
    const changed = text !== source.text;
    if (changed) writeWhole(join(folder, images), after);
    const change = history.add({
      ...{ id: randomUUID(), at: now().toISOString(), file: images, path: name, address: null, title: "Pictures" },
      ...{
        label: use ?? name,
        before: before ? "the old picture" : "",
        after: "a new picture",
        words: `${use ?? name}: new picture`,
      },
      files: [{ file, before, after: bytes }, ...(changed ? [{ file: images, before: source.bytes, after }] : [])],
    });
    pictures.forget(id);
    look();
    return { saved: { form: saving.form(images), change } };
  }

  const rooms = { room, drafts, history, saving, publishing: publishing.describe, environment };

  return {
    room,
    saving,
    history,
    pictures,
    publishing,
    save,
    keepPicture,
    site: () => describeSite(rooms),
    forget({ file, path }: Forget): Form {
      drafts.forget(file, path);
      return saving.form(file);
    },
    takeBack(id: string, since: boolean) {
      const result = history.takeBack(id, since);
      look();
      return result;
    },
    launch: () => describeLaunch(room, environment),
    /** Undefined once it is said; a sentence where it may not be. */
    sayLaunch(initials: string): string | undefined {
      const refused = whyNotLaunched(room, environment, initials);
      if (refused) return refused;
      const { version } = saving.form("studio.yaml");
      const answer = save({ file: "studio.yaml", version, edits: [launchEdit(room, initials, now())] });
      return "saved" in answer ? undefined : "Studio was changed meanwhile. Say it once more.";
    },
    listen(response: ServerResponse) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": here\n\n");
      listeners.add(response);
      response.once("close", () => listeners.delete(response));
    },
    async close() {
      watcher.close();
      clearTimeout(waiting);
      publishing.stop();
      for (const listener of listeners) listener.end();
      await git?.settled();
    },
  };
}
