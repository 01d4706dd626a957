import { Button, ErrorMessage } from "../parts.tsx";
import { chooseSide } from "../save.ts";
import { type FieldAddress, useEditorState } from "../state.ts";

/** A field that was changed elsewhere while the owner changed it here. Nothing is overwritten until she chooses. */
export function ConflictChoice({ address }: { address: FieldAddress }) {
  const conflict = useEditorState(({ unsaved }) => unsaved[address.file]?.[address.path]?.conflict);
  if (!conflict) return null;
  const { label, mine, other } = conflict;
  return (
    <ErrorMessage role="alert" message={`${label} was changed in two places at once. Which words do you keep?`}>
      <dl className="two-versions">
        <div>
          <dt>Mine</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>The other</dt>
          <dd>{other}</dd>
        </div>
      </dl>
      <div className="line">
        <Button look="small" about={label} onClick={() => chooseSide(address, "mine")}>
          Keep mine
        </Button>
        <Button look="line small" about={label} onClick={() => chooseSide(address, "other")}>
          Use the other
        </Button>
      </div>
    </ErrorMessage>
  );
}
