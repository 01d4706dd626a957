import { type DragEvent, useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Picture, Site, UploadedPicture } from "../../api/api-types.ts";
import { deepEqual, valueAt } from "../../formats/values.ts";
import { apiRoot, savePicture, showFailure, uploadPicture } from "../api-client.ts";
import { FileChooser, pictureUrl, Thumbnail } from "../fields/picture-field.tsx";
import { formatTime } from "../format.ts";
import { goTo, goToField } from "../navigation.ts";
import { Button, Labelled, Notice, WithIcon } from "../parts.tsx";
import { loadForm, saveValue, setForm } from "../save.ts";
import { connectionProblem, type FieldAddress, setState, useBegun, useEditorState } from "../state.ts";
import { FocalPointPicker, ThumbnailPicker } from "./crop-pickers.tsx";

const file = "images/images.yaml";

/** What she has done with a picture and not saved. */
interface Begun extends Partial<Pick<Picture, "alt" | "focus" | "thumbnail" | "person">> {
  uploaded?: UploadedPicture;
  /** Whether phones go on showing a picture of their own. */
  otherOnPhones?: boolean;
  /** A field without a picture leads here too. What is saved then becomes its picture. */
  field?: FieldAddress;
}

/** Replaces, crops and describes a picture. The site does not change before it is saved. */
export function PictureEditor({ site, id: name }: { site: Site; id: string }) {
  const existing = site.pictures.find((one) => one.name === name);
  const [begun, changeBegun] = useBegun<Begun>(`picture/${name}`);
  const state = useEditorState();
  const [field] = useState(begun?.field ?? state.pictureOpenedFrom ?? undefined);
  const [busy, setBusy] = useState("");
  const [saved, setSaved] = useState<Date | null>(null);
  /** The words beside a picture that was just replaced. */
  const [asked, setAsked] = useState<NonNullable<Picture["wordsBeside"]>>([]);
  const [dragOver, setDragOver] = useState(false);
  useEffect(() => {
    loadForm(file);
  }, []);
  if (!existing && !field) return <p className="loading">There is no picture called {name}.</p>;
  const picture: Picture = existing ?? { ...emptyPicture, name };

  const phonePicture = site.pictures.find((one) => one.name === picture.phone);
  const { uploaded, otherOnPhones = false } = begun ?? {};
  const { alt, focus, thumbnail, person } = {
    ...(uploaded ? { ...emptyPicture, thumbnail: undefined, person: null } : picture),
    ...begun,
  };
  // In an upright photograph a person's head is near the top.
  const point: [number, number] = focus ?? [50, uploaded && uploaded.height > uploaded.width ? 33 : 50];
  const isChanged = ({ alt = picture.alt, person = picture.person, ...other }: Begun) =>
    Boolean(other.uploaded ?? other.focus ?? other.thumbnail) || alt !== picture.alt || person !== picture.person;
  const edit = (part: Begun) =>
    changeBegun((now) => {
      const next = { ...now, ...(field && { field }), ...part };
      return isChanged(next) ? next : undefined;
    });
  const discard = () => {
    changeBegun(() => undefined);
    setState({ errorMessage: null });
  };
  /** What was said of the picture before is gone, but not what was typed while this was on its way. */
  const unlessChanged = (now: Begun | undefined) => (deepEqual(now, begun) ? undefined : now);
  const run = (what: string, work: () => Promise<void>) => {
    setBusy(what);
    setState({ errorMessage: null });
    return work()
      .catch(showFailure)
      .finally(() => setBusy(""));
  };
  const upload = (chosen: File | undefined) =>
    chosen &&
    run(`Reading ${chosen.name}…`, async () => {
      const next = await uploadPicture(name, chosen);
      changeBegun((now) => ({ ...unlessChanged(now), ...(field && { field }), uploaded: next }));
    });
  const saveChanges = () =>
    run("Saving the picture…", async () => {
      const was = valueAt((await loadForm(file)).values, [name]);
      const answer = await savePicture({
        id: uploaded?.id ?? null,
        name,
        alt,
        focus: uploaded ? point : focus,
        person,
        was,
        ...(thumbnail !== undefined && { thumbnail }),
        ...(uploaded && picture.phone && !otherOnPhones && { phone: "same" }),
      });
      if (answer.status === 422)
        return setState({ errorMessage: answer.problems.map(({ message }) => message).join(" ") });
      setForm(answer.form);
      if (answer.status === 409)
        return setState({
          errorMessage:
            "This picture was changed in another window. Nothing was overwritten. Save again to use yours; the other one stays in History.",
        });
      changeBegun((now) => {
        const { uploaded: _, ...typed } = unlessChanged(now) ?? {};
        return isChanged(typed) ? typed : undefined;
      });
      setSaved(new Date());
      setAsked(uploaded ? (existing?.wordsBeside ?? []) : []);
      setState({ site: answer.site });
      if (!existing && field) await saveValue(field, "Picture", name);
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(event.type === "dragover");
    if (event.type === "drop") upload(event.dataTransfer.files[0]);
  };
  const failure = state.errorMessage ?? (state.disconnected ? `${connectionProblem(state).what}.` : null);
  const hasPicture = existing || uploaded;
  const source = uploaded ? apiRoot + uploaded.address : pictureUrl(picture, 1280);
  const where = picture.shownOn[0] ?? "Your site";
  const [question] = asked;
  return (
    <>
      <section
        className="preview"
        aria-label="The picture"
        data-over={dragOver || undefined}
        onDragOver={drop}
        onDragLeave={drop}
        onDrop={drop}
      >
        <div className="preview__head">
          <p>
            <span className="preview__address">{where}</span>{" "}
            {hasPicture && <span className="hint soft">Put the ring on what must always be seen.</span>}
          </p>
          <Button look="text" onClick={() => (field ? goToField(field) : goTo("words/pictures"))}>
            {field ? "Back to the page" : "All pictures"}
          </Button>
        </div>
        {hasPicture && (
          <FocalPointPicker
            source={source}
            ratio={uploaded ? uploaded.width / uploaded.height : picture.width / picture.height}
            slotRatio={picture.width / picture.height}
            focus={point}
            onChange={(moved) => edit({ focus: moved })}
          />
        )}
        {failure && <Notice role="alert" message={failure} />}
      </section>
      <main className="form" id="words" tabIndex={-1} aria-label="About this picture">
        <div className="form__head">
          <p className="small soft">{where}</p>
          <h1>{uploaded ? "A new photograph" : "The picture"}</h1>
        </div>
        <form className="form__body" onSubmit={(event) => event.preventDefault()}>
          {question && (
            <Notice
              key={question.path}
              className="notice"
              role="alert"
              ref={focusOnce}
              tabIndex={-1}
              icon={icons.question}
              message={`${question.label} says: “${question.words}” Is that still right?`}
            >
              <div className="line">
                <Button look="small" about={question.label} onClick={() => goToField(question)}>
                  Change it
                </Button>
                <Button look="line small" about={question.label} onClick={() => setAsked(asked.slice(1))}>
                  Yes, it is right
                </Button>
              </div>
            </Notice>
          )}
          {uploaded && (
            <section className="group" aria-label="What was done">
              <p>
                <b>{uploaded.fileName}</b>
              </p>
              <ul className="work-done">
                {uploaded.actions.map((line) => (
                  <li key={line}>
                    <Icon shape={icons.tick} />
                    <span>{line}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {picture.isSocialCard ? (
            <p>Messengers and social networks show it when somebody shares a link to your site.</p>
          ) : (
            hasPicture && (
              <section className="group" aria-label="Its words">
                <Labelled
                  label="What the picture shows"
                  count={`${maxLength - alt.length} left`}
                  note="Read aloud to people who cannot see it. Describe what it shows, not how it should feel."
                  rows={3}
                  value={alt}
                  onChange={(words) => edit({ alt: words })}
                />
                <Labelled
                  label="Is a person in it?"
                  note="A client may only be shown with signed consent for this use."
                  value={String(person ?? "")}
                  choices={personAnswers}
                  onChange={(answer) => edit({ person: answer === "true" })}
                >
                  {person === null && <option value="">Choose one</option>}
                </Labelled>
              </section>
            )
          )}
          {!uploaded && picture.thumbnail !== undefined && (
            <ThumbnailPicker
              source={source}
              ratio={picture.width / picture.height}
              detail={thumbnail ?? [...point, 100]}
              ring={point}
              onChange={(detail) => edit({ thumbnail: detail })}
            />
          )}
          {uploaded && phonePicture && (
            <section className="group" aria-label="On phones">
              <h2>Phones show another picture</h2>
              <div className="picture-line">
                <Thumbnail picture={phonePicture} alt={`On phones now: ${phonePicture.alt}`} />
                <label className="line">
                  <input
                    type="checkbox"
                    checked={!otherOnPhones}
                    onChange={(event) => edit({ otherOnPhones: !event.target.checked })}
                  />
                  Use the new one there too
                </label>
              </div>
            </section>
          )}
          <section className="group" aria-label="Another picture">
            <div className="field">
              <FileChooser onFile={upload}>
                <b>
                  <u>Choose a photograph</u>
                </b>
                <span className="with-mouse"> or drop it here</span>
                <br />
                JPEG, PNG, WebP, AVIF or HEIC, up to 40 MB
              </FileChooser>
            </div>
          </section>
        </form>
        <div className="form__foot">
          <p role="status">
            {busy ? (
              <WithIcon>{busy}</WithIcon>
            ) : begun ? (
              <span className="changed">{uploaded ? "New picture not saved yet" : "Not saved yet"}</span>
            ) : !existing ? (
              "No picture yet"
            ) : (
              <WithIcon shape={icons.tick}>
                {saved
                  ? `Saved ${formatTime(saved)}. Visitors see it once you publish.`
                  : "Saved. Nothing has changed."}
              </WithIcon>
            )}
          </p>
          {begun && (
            <>
              <Button look="text" onClick={discard}>
                Discard
              </Button>
              {/* What is still on its way is described already, and belongs to these words. */}
              <Button look="small" isDisabled={busy !== ""} onClick={saveChanges}>
                Save picture
              </Button>
            </>
          )}
        </div>
      </main>
    </>
  );
}

/** Stands for the picture of a field that has none yet: its place is upright, as a portrait. */
const emptyPicture = { width: 4, height: 5, alt: "", focus: null, person: false, shownOn: [], version: "" };

const maxLength = 200;

const personAnswers = [
  { value: "false", label: "No" },
  { value: "true", label: "Yes, with their signed consent" },
];

/** It may be out of sight, above what was just saved. */
const focusOnce = (element: HTMLElement | null) => element?.focus();
