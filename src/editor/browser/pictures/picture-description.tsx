import { Select } from "../parts.tsx";

const maxLength = 200;

interface PictureDescriptionProps {
  alt: string;
  onAltChange: (words: string) => void;
  /** Null until the owner has answered. */
  hasPerson: boolean | null;
  onHasPersonChange: (hasPerson: boolean) => void;
}

const answers = [
  { value: "false", label: "No" },
  { value: "true", label: "Yes, with their signed consent" },
];

export const PictureDescription = ({ alt, onAltChange, hasPerson, onHasPersonChange }: PictureDescriptionProps) => (
  <section className="group" aria-label="Its words">
    <div className="field" data-current>
      <div className="field__top">
        <label className="label" htmlFor="alt">
          What the picture shows
        </label>
        <span className="count small soft">{maxLength - alt.length} left</span>
      </div>
      <textarea
        className="input"
        id="alt"
        rows={3}
        value={alt}
        aria-describedby="alt-note"
        onChange={(event) => onAltChange(event.target.value)}
      />
      <p className="note" id="alt-note">
        Read aloud to people who cannot see it. Describe what it shows, not how it should feel.
      </p>
    </div>
    <div className="field">
      <label className="label field__top" htmlFor="person">
        Is a person in it?
      </label>
      <Select
        id="person"
        value={String(hasPerson ?? "")}
        choices={answers}
        aria-describedby="person-note"
        onChange={(answer) => onHasPersonChange(answer === "true")}
      >
        {hasPerson === null && <option value="">Choose one</option>}
      </Select>
      <p className="note" id="person-note">
        A client may only be shown with signed consent for this use.
      </p>
    </div>
  </section>
);
