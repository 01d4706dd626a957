import { type DragEvent, useEffect, useState } from "react";
import type { Picture, Site, Taken } from "../../shapes.ts";
import { keepPicture, readSite, root, save, takePicture } from "../ask.ts";
import { thumb } from "../fields/picture.tsx";
import { needForm } from "../going.ts";
import { Icon } from "../icon.tsx";
import { setForm } from "../saving.ts";
import { change } from "../state.ts";
import { takeBackLast } from "../undoing.ts";
import { clock } from "../words.ts";
import { Photo } from "./photo.tsx";
import { PictureWords } from "./picture-words.tsx";

const file = "images/images.yaml";

/** Where a picture is changed, cropped and described. Nothing on the site changes until she saves it. */
export function Bench({ site, name, back }: { site: Site; name: string; back: () => void }) {
  const picture = site.pictures.find((one) => one.name === name);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [refusal, setRefusal] = useState("");
  const [alt, setAlt] = useState<string>();
  const [focus, setFocus] = useState<[number, number]>();
  const [person, setPerson] = useState<boolean>();
  const [busy, setBusy] = useState("");
  const [saved, setSaved] = useState<Date | null>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    needForm(file);
  }, []);
  if (!picture) return <p className="waits">No picture is called {name}.</p>;

  const words = alt ?? (taken ? "" : picture.alt);
  const point: [number, number] = focus ?? (taken ? [50, 50] : (picture.focus ?? [50, 50]));
  const somebody = person ?? (taken ? null : picture.person);
  const changed =
    Boolean(taken) ||
    (alt !== undefined && alt !== picture.alt) ||
    focus !== undefined ||
    (person !== undefined && person !== picture.person);
  const clear = () => {
    setTaken(null);
    setAlt(undefined);
    setFocus(undefined);
    setPerson(undefined);
    setRefusal("");
  };
  const take = async (given: File | undefined) => {
    if (!given) return;
    setBusy(`Reading ${given.name}…`);
    setRefusal("");
    try {
      const answer = await takePicture(name, given);
      if (answer.status === 422) return setRefusal(answer.body.words);
      setTaken(answer.body);
      setAlt("");
      setFocus(undefined);
      setPerson(undefined);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : "");
    } finally {
      setBusy("");
    }
  };
  const keep = async () => {
    if (!changed) return;
    setBusy("Saving the picture…");
    try {
      const { version } = await needForm(file);
      const [x, y] = point;
      const answer = taken
        ? await keepPicture({ id: taken.id, name, alt: words.trim(), focus: [x, y], person: somebody, version })
        : await save({
            file,
            version,
            edits: [
              { do: "set", path: `${name}/alt`, value: words.trim() },
              ...(focus ? [{ do: "set" as const, path: `${name}/focus`, value: [x, y] }] : []),
              ...(person === undefined ? [] : [{ do: "set" as const, path: `${name}/consent`, value: person || null }]),
            ],
          });
      if (answer.status === 422) return setRefusal(answer.body.problems.map((problem) => problem.words).join(" "));
      if (answer.status === 409) return change({ conflict: answer.body });
      setForm(answer.body.form);
      clear();
      setSaved(new Date());
      change({ site: await readSite() });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : "");
    } finally {
      setBusy("");
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const source = taken ? root + taken.address : thumb(picture, 1280);
  const where = picture.shownOn[0] ?? "Your site";
  return (
    <>
      <section
        className="stage"
        aria-label="The picture"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="stage__head">
          <p>
            <span className="where">{where}</span>{" "}
            <span className="hint soft">Put the ring on what must always be seen.</span>
          </p>
          <button className="text-button text-button--end" type="button" onClick={back}>
            Back to the page
          </button>
        </div>
        <Photo
          source={source}
          ratio={taken ? taken.width / taken.height : picture.width / picture.height}
          old={picture.width / picture.height}
          focus={point}
          put={setFocus}
        />
        {refusal && (
          <div className="bad bad--bench" role="alert">
            <Icon name="mend" />
            <div>
              <p>{refusal}</p>
            </div>
          </div>
        )}
      </section>
      <main className="form" id="words" tabIndex={-1} aria-label="About this picture">
        <div className="form__head form__head--plain">
          <p className="small soft">{where}</p>
          <h1>{taken ? "A new photograph" : "The picture"}</h1>
        </div>
        <form className="form__body" onSubmit={(event) => event.preventDefault()}>
          {taken && (
            <section className="group" aria-label="What was done">
              <p>
                <b>{taken.fileName}</b>
              </p>
              <ul className="done">
                {taken.done.map((line) => (
                  <li key={line}>
                    <Icon name="tick" />
                    <span>{line}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <PictureWords words={words} write={setAlt} somebody={somebody} say={setPerson} />
          <section className="group" aria-label="Another picture">
            <Old picture={picture} taken={taken} back={clear} site={site} />
            <div className="field">
              <label className="drop">
                <input
                  type="file"
                  className="vh"
                  accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
                  onChange={(event) => take(event.target.files?.[0])}
                />
                <b>Drop another picture</b> or <u>choose a file</u>
                <br />
                JPEG, PNG, WebP, AVIF or HEIC, up to 40 MB
              </label>
            </div>
          </section>
        </form>
        <div className="form__foot">
          <p role="status">
            {busy ? (
              <>
                <i className="spin" />
                {busy}
              </>
            ) : changed ? (
              <span className="changed">{taken ? "New picture not saved yet" : "Not saved yet"}</span>
            ) : (
              <>
                <Icon name="tick" />
                {saved ? `Saved ${clock(saved)}. The page shows it.` : "As it is on the site."}
              </>
            )}
          </p>
          {changed && (
            <>
              <button className="text-button" type="button" onClick={clear}>
                Put back
              </button>
              <button className="button button--small" type="button" onClick={keep}>
                Save picture
              </button>
            </>
          )}
        </div>
      </main>
    </>
  );
}

/** The old one stays until the new one is kept, and can be taken back afterwards too. */
function Old({ picture, taken, back, site }: { picture: Picture; taken: Taken | null; back: () => void; site: Site }) {
  const last = site.undo?.file === file || site.undo?.path === picture.name ? site.undo : null;
  if (!taken && !last) return null;
  return (
    <>
      <h2>The old one</h2>
      <div className="field">
        <div className="thumb">
          {taken ? <img src={thumb(picture, 320)} alt={`The old picture: ${picture.alt}`} /> : <span />}
          <div>
            <p>Kept here, with its words and its focal point.</p>
            <button
              className="button button--line button--small"
              type="button"
              onClick={taken ? back : () => takeBackLast("undo")}
            >
              <Icon name="undo" />
              Take the old one back
            </button>
          </div>
        </div>
      </div>
    </>
  );
}
