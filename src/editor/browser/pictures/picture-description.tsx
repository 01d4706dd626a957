const maxLength = 200;

interface PictureDescriptionProps {
  alt: string;
  onAltChange: (words: string) => void;
  /** Null until the owner has answered. */
  hasPerson: boolean | null;
  onHasPersonChange: (hasPerson: boolean) => void;
}

export const PictureDescription = ({ alt, onAltChange, hasPerson, onHasPersonChange }: PictureDescriptionProps) => (
  <section className="group" aria-label="Its words">
    <div className="field" data-lit>
      <div className="field__top">
        <label className="label" htmlFor="alt">
          What the picture shows
        </label>
        <span className="count small soft" id="alt-count">
          {maxLength - alt.length} left
        </span>
      </div>
      <textarea
        className="input"
        id="alt"
        rows={3}
        value={alt}
        aria-describedby="alt-count alt-note"
        onChange={(event) => onAltChange(event.target.value)}
      />
      <p className="note" id="alt-note">
        Read aloud to people who cannot see it. Describe what it shows, not how it should feel.
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
        value={hasPerson === null ? "" : String(hasPerson)}
        aria-describedby="person-note"
        onChange={(event) => onHasPersonChange(event.target.value === "true")}
      >
        {hasPerson === null && <option value="">Choose one</option>}
        <option value="false">No</option>
        <option value="true">Yes, with her signed consent</option>
      </select>
      <p className="note" id="person-note">
        A client may only be shown with signed consent for this use.
      </p>
    </div>
  </section>
);
