import { baseKeymap, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import type { MarkType, Schema } from "prosemirror-model";
import { liftListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { type Control, FieldFrame, type FieldProps, useFieldValue } from "../fields/field-frame.tsx";
import { TextField } from "../fields/text-field.tsx";
import { pluralize } from "../format.ts";
import { Button, type ButtonProps, Select } from "../parts.tsx";
import { useEditorState } from "../state.ts";
import { readMarkdown, roundTrips, writeMarkdown } from "./markdown.ts";
import { isSingleParagraph, schemaFor, toSingleParagraph } from "./schema.ts";

/** Rich text with the marks its page can render. The owner does not see Markdown syntax. */
export function ProseField({ address, field }: FieldProps) {
  const { value, setValue, saveValue } = useFieldValue({ address, field });
  const text = typeof value === "string" ? value : "";
  const schema = schemaFor(field.marks ?? []);
  const isRich = useMemo(() => roundTrips(schema, text), [schema, text]);
  const count = pluralize(text.split(/\s+/).filter((word) => /\w/.test(word)).length, "word");
  if (!field.marks?.length || !isRich)
    return <TextField address={address} field={{ ...field, kind: "text" }} text={text} count={count} />;
  return (
    <FieldFrame address={address} field={field} count={count} isGroup applySuggestion={saveValue}>
      {(control) => <ProseEditor control={control} schema={schema} text={text} onChange={setValue} />}
    </FieldFrame>
  );
}

interface ProseEditorProps {
  control: Control;
  schema: Schema;
  text: string;
  onChange: (text: string) => void;
}

function ProseEditor({ control, schema, text, onChange }: ProseEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ text, onChange, control });
  Object.assign(latest.current, { onChange, control });
  const [, render] = useReducer((count: number) => count + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is created once, and the effect below updates its content
  useLayoutEffect(() => {
    if (!container.current) return;
    const editor = new EditorView(container.current, {
      state: createState(schema, text),
      attributes: () => ({
        ...describeControl(latest.current.control),
        class: "prose__text",
        role: "textbox",
        "aria-multiline": "true",
      }),
      transformPasted: (slice) => (isSingleParagraph(schema) ? toSingleParagraph(slice, schema) : slice),
      dispatchTransaction(transaction) {
        editor.updateState(editor.state.apply(transaction));
        if (transaction.docChanged) {
          latest.current.text = writeMarkdown(editor.state.doc);
          latest.current.onChange(latest.current.text);
        }
        render();
      },
    });
    view.current = editor;
    // Its tools come with it.
    render();
    return () => editor.destroy();
  }, [schema]);

  useEffect(() => {
    if (text === latest.current.text) return;
    latest.current.text = text;
    view.current?.updateState(createState(schema, text));
  }, [schema, text]);

  // ProseMirror reads the attributes again with each update of its props.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the attributes that change
  useEffect(() => view.current?.setProps({}), [control["aria-invalid"], control["aria-describedby"]]);

  return (
    <div className="prose">
      {view.current && <Toolbar view={view.current} name={control["aria-labelledby"]} />}
      <div ref={container} />
    </div>
  );
}

/** The attributes as text. One without a value is left out. */
const describeControl = (control: Control) =>
  Object.fromEntries(Object.entries(control).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));

function createState(schema: Schema, text: string) {
  const { bold, italic } = schema.marks;
  const { point } = schema.nodes;
  const doc = readMarkdown(schema, text);
  // A field with such a text is edited as plain Markdown, so it never comes here.
  if (!doc) throw new Error("This text cannot be shown as rich text.");
  return EditorState.create({
    doc,
    plugins: [
      history(),
      keymap({
        "Mod-z": undo,
        "Mod-Shift-z": redo,
        "Mod-y": redo,
        ...(bold && { "Mod-b": toggleMark(bold) }),
        ...(italic && { "Mod-i": toggleMark(italic) }),
        ...(point && { Enter: splitListItem(point) }),
        ...(isSingleParagraph(schema) && { Enter: () => true }),
      }),
      keymap(baseKeymap),
    ],
  });
}

function run(view: EditorView, command: Command) {
  command(view.state, view.dispatch);
  view.focus();
}

function isActive({ selection, storedMarks, doc }: EditorState, mark: MarkType | undefined) {
  const { from, to, empty, $from } = selection;
  if (!mark) return false;
  return empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark);
}

function Toolbar({ view, name }: { view: EditorView; name: string }) {
  const { schema, selection } = view.state;
  const { bold, italic, link } = schema.marks;
  const { list, point, heading, paragraph } = schema.nodes;
  const block = selection.$from.node(1)?.type;
  if (!bold && !italic && !list && !heading && !link) return null;
  const tool = (label: string, sign: ReactNode, active: boolean, command: Command | undefined, key?: string) =>
    command && (
      <ToolButton label={label} active={active} aria-keyshortcuts={key} onClick={() => run(view, command)}>
        {sign}
      </ToolButton>
    );
  const toggleList = list && point && (block === list ? liftListItem(point) : wrapInList(list));
  const toggleHeading = heading && paragraph && setBlockType(block === heading ? paragraph : heading);
  return (
    <div className="prose__tools" role="toolbar" aria-labelledby={name}>
      {tool("Bold", <b>B</b>, isActive(view.state, bold), bold && toggleMark(bold), "Control+B")}
      {tool("Italics", <i>I</i>, isActive(view.state, italic), italic && toggleMark(italic), "Control+I")}
      {tool("List", <Icon shape={icons.list} />, block === list, toggleList)}
      {tool("Heading", <b>H</b>, block === heading, toggleHeading)}
      {link && <LinkTool view={view} type={link} />}
    </div>
  );
}

/** Pages of the site are chosen from a list; only addresses of other sites are typed. */
function LinkTool({ view, type }: { view: EditorView; type: MarkType }) {
  const { site } = useEditorState();
  const [open, setOpen] = useState(false);
  const [externalUrl, setExternalUrl] = useState("");
  const { $from, empty } = view.state.selection;
  const active = isActive(view.state, type);
  const href = type.isInSet($from.marks())?.attrs.href as string | undefined;
  /** Links the selected words to an address, or removes their link; without a selection, those of the paragraph. */
  const setLink = (address?: string) => {
    setOpen(false);
    run(view, ({ selection, tr }, dispatch) => {
      const [from, to] = empty ? [$from.start(), $from.end()] : [selection.from, selection.to];
      const cleared = tr.removeMark(from, to, type);
      dispatch?.(address ? cleared.addMark(from, to, type.create({ href: address })) : cleared);
      return true;
    });
  };
  return (
    <>
      <ToolButton label="Link" active={active} icon={icons.link} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="prose__link">
          {active ? (
            <>
              <span className="small">Leads to {href}</span>
              <Button look="text" onClick={() => setLink()}>
                Remove the link
              </Button>
            </>
          ) : empty ? (
            <span className="small">First select the words that should become a link.</span>
          ) : (
            <>
              <Select aria-label="A page of your site" value="" choices={site?.links ?? []} onChange={setLink}>
                <option value="">A page of your site…</option>
              </Select>
              <input
                className="input"
                type="url"
                aria-label="Or an address elsewhere"
                placeholder="https://"
                value={externalUrl}
                onChange={(event) => setExternalUrl(event.target.value)}
              />
              <Button
                look="small line"
                isDisabled={!/^https:\/\/\S+\.\S+/.test(externalUrl)}
                onClick={() => setLink(externalUrl)}
              >
                Link there
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

/** A button of a toolbar. The text keeps its selection. */
const ToolButton = ({ label, active, ...props }: { label: string; active: boolean } & ButtonProps) => (
  <Button
    className="icon-button"
    aria-label={label}
    aria-pressed={active}
    onMouseDown={(event) => event.preventDefault()}
    {...props}
  />
);
