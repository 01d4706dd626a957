import { useEffect, useRef, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Picture, Site, UploadedPicture } from "../../api/api-types.ts";
import { deepEqual, valueAt } from "../../formats/values.ts";
import { apiRoot, savePicture, uploadPicture } from "../api-client.ts";
import { thumbnailUrl } from "../fields/picture-field.tsx";
import { formatTime } from "../format.ts";
import { useBegun } from "../kept.ts";
import { goToField, loadForm } from "../navigation.ts";
import { Button, ErrorMessage, WithIcon } from "../parts.tsx";
import { saveValue, setForm, undoOrRedo } from "../save.ts";
import { type FieldAddress, getState, setState } from "../state.ts";
import { FileChooser, useDropZone } from "./drop-zone.tsx";
import { FocalPointPicker } from "./focal-point-picker.tsx";
import { PictureDescription } from "./picture-description.tsx";
import { ThumbnailPicker } from "./thumbnail-picker.tsx";

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
export function PictureEditor({ site, name, onBack }: { site: Site; name: string; onBack: () => void }) {
  const existing = site.pictures.find((one) => one.name === name);
  const [begun, changeBegun] = useBegun<Begun>(`picture/${name}`);
  const [field] = useState(() => begun?.field ?? getState().pictureOpenedFrom ?? undefined);
  const [errorMessage, setErrorMessage] = useState("");
  const [busy, setBusy] = useState("");
  const [saved, setSaved] = useState<Date | null>(null);
  /** The words beside a picture that was just replaced. */
  const [asked, setAsked] = useState<NonNullable<Picture["wordsBeside"]>>([]);
  const question = useRef<HTMLDivElement>(null);
  // It may be out of sight, above what was just saved; and the next one takes the place of one that was answered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes to the first question whenever there are others
  useEffect(() => {
    question.current?.scrollIntoView({ block: "center" });
    question.current?.focus({ preventScroll: true });
  }, [asked]);
  const dropZone = useDropZone(([chosen]) => upload(chosen));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that was dropped for this picture is uploaded once
  useEffect(() => {
    loadForm(file);
    const { newPictures } = getState();
    const dropped = newPictures.find(({ place }) => place === name);
    if (!dropped) return;
    setState({ newPictures: newPictures.filter((one) => one !== dropped) });
    upload(dropped.file);
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
    setErrorMessage("");
  };
  /** What was said of the picture before is gone, but not what was typed while this was on its way. */
  const unlessChanged = (now: Begun | undefined) => (deepEqual(now, begun) ? undefined : now);
  const attempt = (what: string, work: () => Promise<void>) => {
    setBusy(what);
    return work()
      .catch((error: Error) => setErrorMessage(error.message))
      .finally(() => setBusy(""));
  };
  const upload = (chosen: File | undefined) =>
    chosen &&
    attempt(`Reading ${chosen.name}…`, async () => {
      const next = await uploadPicture(name, chosen);
      changeBegun((now) => ({ ...unlessChanged(now), ...(field && { field }), uploaded: next }));
      setErrorMessage("");
    });
  const saveChanges = () =>
    attempt("Saving the picture…", async () => {
      const was = valueAt((await loadForm(file)).values, [name]);
      const response = await savePicture({
        id: uploaded?.id ?? null,
        name,
        alt,
        focus: uploaded ? point : focus,
        person,
        was,
        ...(thumbnail !== undefined && { thumbnail }),
        ...(uploaded && picture.phone && !otherOnPhones && { phone: "same" }),
      });
      if (response.status === 422)
        return setErrorMessage(response.body.problems.map((problem) => problem.message).join(" "));
      if (response.status === 409) {
        setForm(response.body.form);
        return setErrorMessage(
          "This picture was changed in another window. Nothing was overwritten. Save again to use yours; the other one stays in History.",
        );
      }
      setForm(response.body.form);
      changeBegun((now) => {
        const { uploaded: _, ...typed } = unlessChanged(now) ?? {};
        return isChanged(typed) ? typed : undefined;
      });
      setErrorMessage("");
      setSaved(new Date());
      setAsked(uploaded ? (existing?.wordsBeside ?? []) : []);
      setState({ site: response.body.site });
      if (!existing && field) await saveValue(field, "Picture", name);
    });
  const hasPicture = existing || uploaded;
  const source = uploaded ? apiRoot + uploaded.address : thumbnailUrl(picture, 1280);
  const where = picture.shownOn[0] ?? "Your site";
  return (
    <>
      <section className="preview" aria-label="The picture" {...dropZone}>
        <div className="preview__head">
          <p>
            <span className="preview__address">{where}</span>{" "}
            {hasPicture && <span className="hint soft">Put the ring on what must always be seen.</span>}
          </p>
          <Button className="text-button text-button--end" onClick={onBack}>
            Back to the page
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
        {errorMessage && (
          <ErrorMessage className="notice notice--bad notice--picture" role="alert" message={errorMessage} />
        )}
      </section>
      <main className="form" id="words" tabIndex={-1} aria-label="About this picture">
        <div className="form__head form__head--plain">
          <p className="small soft">{where}</p>
          <h1>{uploaded ? "A new photograph" : "The picture"}</h1>
        </div>
        <form className="form__body" onSubmit={(event) => event.preventDefault()}>
          {asked.map(({ file, path, label, words }, at) => (
            <div key={path} className="notice" role="alert" {...(at === 0 && { ref: question, tabIndex: -1 })}>
              <Icon shape={icons.question} />
              <div>
                <p>
                  {label} says: “{words}” Is that still right?
                </p>
                <div className="line">
                  <Button look="small" about={label} onClick={() => goToField({ file, path })}>
                    Change it
                  </Button>
                  <Button
                    look="line small"
                    about={label}
                    onClick={() => setAsked(asked.filter((one) => one.path !== path))}
                  >
                    Yes, it is right
                  </Button>
                </div>
              </div>
            </div>
          ))}
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
              <PictureDescription
                alt={alt}
                onAltChange={(words) => edit({ alt: words })}
                hasPerson={person}
                onHasPersonChange={(answer) => edit({ person: answer })}
              />
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
                <img src={thumbnailUrl(phonePicture, 320)} alt={`On phones now: ${phonePicture.alt}`} />
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
            {existing && <PreviousPicture picture={picture} uploaded={uploaded} onBack={discard} site={site} />}
            <div className="field">
              <FileChooser onFiles={([chosen]) => upload(chosen)}>
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
              <Button look="small" onClick={saveChanges}>
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

interface PreviousPictureProps {
  picture: Picture;
  uploaded: UploadedPicture | undefined;
  onBack: () => void;
  site: Site;
}

/** The previous picture: before the save it can be restored, and after it the save can be undone. */
function PreviousPicture({ picture, uploaded, onBack, site }: PreviousPictureProps) {
  const last = site.undo?.file === file || site.undo?.path === picture.name ? site.undo : null;
  if (!uploaded && !last) return null;
  return (
    <>
      <h2>The old one</h2>
      <div className="field">
        <div className="picture-line">
          {uploaded ? <img src={thumbnailUrl(picture, 320)} alt={`The old picture: ${picture.alt}`} /> : <span />}
          <div>
            <p>It is kept, with its description and its focal point.</p>
            <Button look="line small" icon={icons.undo} onClick={uploaded ? onBack : () => undoOrRedo("undo")}>
              Use the old one again
            </Button>
          </div>
        </div>
      </div>
    </>
  );
}
