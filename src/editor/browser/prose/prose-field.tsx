import { baseKeymap, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import type { Schema } from "prosemirror-model";
import { liftListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { type Control, FieldFrame, type FieldProps, useFieldValue } from "../fields/field-frame.tsx";
import { TextField } from "../fields/text-field.tsx";
import { pluralize } from "../format.ts";
import { LinkTool, ToolButton } from "./link-tool.tsx";
import { readMarkdown, roundTrips, writeMarkdown } from "./markdown.ts";
import { isSingleParagraph, schemaFor, toSingleParagraph } from "./schema.ts";

/** Rich text with the marks its page can render. The owner does not see Markdown syntax. */
export function ProseField({ address, field }: FieldProps) {
  const { value, setValue, saveValue } = useFieldValue(address, field.label);
  const text = typeof value === "string" ? value : "";
  const schema = schemaFor(field.marks ?? []);
  const count = pluralize(text.split(/\s+/).filter((word) => /\w/.test(word)).length, "word");
  if (!field.marks?.length || !roundTrips(schema, text))
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
  latest.current.onChange = onChange;
  latest.current.control = control;
  const [, setRevision] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is created once, and the effect below updates its content
  useEffect(() => {
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
        setRevision((count) => count + 1);
      },
    });
    view.current = editor;
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

  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  return (
    <div className="prose">
      <Toolbar schema={schema} view={view.current} run={run} name={control["aria-labelledby"]} />
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

interface ToolbarProps {
  schema: Schema;
  view: EditorView | null;
  run: (command: Command) => void;
  name: string;
}

function Toolbar({ schema, view, run, name }: ToolbarProps) {
  const { bold, italic, link } = schema.marks;
  const { list, point, heading, paragraph } = schema.nodes;
  const isActive = (mark: typeof bold) => {
    if (!view || !mark) return false;
    const { from, to, empty, $from } = view.state.selection;
    return empty
      ? Boolean(mark.isInSet(view.state.storedMarks ?? $from.marks()))
      : view.state.doc.rangeHasMark(from, to, mark);
  };
  const isInside = (type: typeof list) => Boolean(view && type && view.state.selection.$from.node(1)?.type === type);
  if (!bold && !italic && !list && !heading && !link) return null;
  const tool = (label: string, sign: ReactNode, active: boolean, command: Command | undefined, key?: string) =>
    command && (
      <ToolButton label={label} active={active} aria-keyshortcuts={key} onClick={() => run(command)}>
        {sign}
      </ToolButton>
    );
  const toggleList = list && point && (isInside(list) ? liftListItem(point) : wrapInList(list));
  const toggleHeading = heading && paragraph && setBlockType(isInside(heading) ? paragraph : heading);
  return (
    <div className="prose__tools" role="toolbar" aria-labelledby={name}>
      {tool("Bold", <b>B</b>, isActive(bold), bold && toggleMark(bold), "Control+B")}
      {tool("Italics", <i>I</i>, isActive(italic), italic && toggleMark(italic), "Control+I")}
      {tool("List", <Icon shape={icons.list} />, isInside(list), toggleList)}
      {tool("Heading", <b>H</b>, isInside(heading), toggleHeading)}
      {link && view && <LinkTool view={view} type={link} active={isActive(link)} run={run} />}
    </div>
  );
}
