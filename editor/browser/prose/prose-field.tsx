import { baseKeymap, setBlockType, toggleMark } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import type { Schema } from "prosemirror-model";
import { liftListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import type { Field } from "../../shapes.ts";
import { type Control, Frame, useTyped } from "../fields/frame.tsx";
import { given, TextControl } from "../fields/text.tsx";
import { Icon } from "../icon.tsx";
import type { Spot } from "../state.ts";
import { counted } from "../words.ts";
import { LinkTool } from "./link-tool.tsx";
import { readMarkdown, survives, writeMarkdown } from "./markdown.ts";
import { holdsOneParagraph, inOneParagraph, schemaFor } from "./schema.ts";

/** Running text with the marks its place can show. She never meets a sign of Markdown. */
export function ProseField({ spot, field }: { spot: Spot; field: Field }) {
  const { value, put } = useTyped(spot, field.label);
  const text = typeof value === "string" ? value : "";
  const schema = schemaFor(field.marks ?? []);
  const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  const plain = !field.marks?.length || !survives(schema, text);
  return (
    <Frame
      spot={spot}
      field={field}
      count={field.words ? `${words} words of ${field.words.min} to ${field.words.max}` : counted(words, "word")}
      several={!plain}
      use={put}
    >
      {(control) =>
        plain ? (
          <TextControl
            control={control}
            field={{ ...field, kind: "text" }}
            text={text}
            put={(next) => put(given(next, field))}
          />
        ) : (
          <Prose control={control} schema={schema} text={text} put={put} />
        )
      }
    </Frame>
  );
}

interface Written {
  control: Control;
  schema: Schema;
  text: string;
  put: (text: string) => void;
}

function Prose({ control, schema, text, put }: Written) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ text, put });
  latest.current.put = put;
  const [, setMoved] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later words come in below
  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView(place.current, {
      state: stateOf(schema, text),
      attributes: () => ({
        ...(control as unknown as Record<string, string>),
        "aria-invalid": "false",
        class: "prose__text",
        role: "textbox",
        "aria-multiline": "true",
      }),
      transformPasted: (slice) => (holdsOneParagraph(schema) ? inOneParagraph(slice, schema) : slice),
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction));
        if (transaction.docChanged) {
          latest.current.text = writeMarkdown(made.state.doc);
          latest.current.put(latest.current.text);
        }
        setMoved((count) => count + 1);
      },
    });
    view.current = made;
    return () => made.destroy();
  }, [schema]);

  useEffect(() => {
    if (text === latest.current.text) return;
    latest.current.text = text;
    view.current?.updateState(stateOf(schema, text));
  }, [schema, text]);

  const run = (command: Command) => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  return (
    <div className="prose">
      <Tools schema={schema} view={view.current} run={run} name={control["aria-labelledby"]} />
      <div ref={place} />
    </div>
  );
}

function stateOf(schema: Schema, text: string) {
  const { bold, italic } = schema.marks;
  const { point } = schema.nodes;
  return EditorState.create({
    doc: readMarkdown(schema, text),
    plugins: [
      history(),
      keymap({
        "Mod-z": undo,
        "Mod-Shift-z": redo,
        "Mod-y": redo,
        ...(bold && { "Mod-b": toggleMark(bold) }),
        ...(italic && { "Mod-i": toggleMark(italic) }),
        ...(point && { Enter: splitListItem(point) }),
        ...(holdsOneParagraph(schema) && { Enter: () => true }),
      }),
      keymap(baseKeymap),
    ],
  });
}

interface Tooled {
  schema: Schema;
  view: EditorView | null;
  run: (command: Command) => void;
  name: string;
}

function Tools({ schema, view, run, name }: Tooled) {
  const { bold, italic, link } = schema.marks;
  const { list, point, heading, paragraph } = schema.nodes;
  const on = (mark: typeof bold) => {
    if (!view || !mark) return false;
    const { from, to, empty, $from } = view.state.selection;
    return empty
      ? Boolean(mark.isInSet(view.state.storedMarks ?? $from.marks()))
      : view.state.doc.rangeHasMark(from, to, mark);
  };
  const inside = (type: typeof list) => Boolean(view && type && view.state.selection.$from.node(1)?.type === type);
  if (!bold && !italic && !link && !list && !heading) return null;
  return (
    <div className="prose__tools" role="toolbar" aria-labelledby={name}>
      {bold && (
        <Tool label="Bold" keys="Control+B" on={on(bold)} press={() => run(toggleMark(bold))}>
          <b>B</b>
        </Tool>
      )}
      {italic && (
        <Tool label="Italics" keys="Control+I" on={on(italic)} press={() => run(toggleMark(italic))}>
          <i>I</i>
        </Tool>
      )}
      {list && point && (
        <Tool label="List" on={inside(list)} press={() => run(inside(list) ? liftListItem(point) : wrapInList(list))}>
          <Icon name="list" />
        </Tool>
      )}
      {heading && paragraph && (
        <Tool
          label="Heading"
          on={inside(heading)}
          press={() => run(setBlockType(inside(heading) ? paragraph : heading))}
        >
          <b>H</b>
        </Tool>
      )}
      {link && view && <LinkTool view={view} type={link} on={on(link)} run={run} />}
    </div>
  );
}

interface Pressed {
  label: string;
  keys?: string;
  on: boolean;
  press: () => void;
  children: React.ReactNode;
}

const Tool = ({ label, keys, on, press, children }: Pressed) => (
  <button
    className="icon-button"
    type="button"
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-pressed={on}
    // The words keep their selection.
    onMouseDown={(event) => event.preventDefault()}
    onClick={press}
  >
    {children}
  </button>
);
