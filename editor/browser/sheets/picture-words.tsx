const room = 200;

interface Described {
  words: string;
  write: (words: string) => void;
  /** Null until she has said. */
  somebody: boolean | null;
  say: (somebody: boolean) => void;
}

/** What a picture shows, and whether somebody in it has agreed to be shown. */
export const PictureWords = ({ words, write, somebody, say }: Described) => (
  <section className="group" aria-label="Its words">
    <div className="field" data-lit>
      <div className="field__top">
        <label className="label" htmlFor="alt">
          What the picture shows
        </label>
        <span className="count" id="alt-count">
          {room - words.length} left
        </span>
      </div>
      <textarea
        className="input"
        id="alt"
        rows={3}
        value={words}
        aria-describedby="alt-count alt-note"
        onChange={(event) => write(event.target.value)}
      />
      <p className="note" id="alt-note">
        Read aloud to people who cannot see it. Say what is seen, not how it should feel.
      </p>
    </div>
    <div className="field">
      <div className="field__top">
        <label className="label" htmlFor="person">
          Is a person in it?
        </label>
      </div>
      <select
        className="input"
        id="person"
        value={somebody === null ? "" : String(somebody)}
        aria-describedby="person-note"
        onChange={(event) => say(event.target.value === "true")}
      >
        {somebody === null && <option value="">Choose one</option>}
        <option value="false">No</option>
        <option value="true">Yes, with her signed consent</option>
      </select>
      <p className="note" id="person-note">
        A client may only be shown with signed consent for this use.
      </p>
    </div>
  </section>
);
