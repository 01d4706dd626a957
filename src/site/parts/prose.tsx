import { Fragment } from "react";
import type { Block, Prose as ProseText } from "../../content/schemas/prose.ts";
import layout from "./layout.module.css";

export type { ProseText };

/** Running text with bold, italics and links. */
export function Prose({ parts }: ProseText) {
  return parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    if (typeof part === "string") return <Text key={index}>{part}</Text>;
    if ("bold" in part) return <strong key={part.bold}>{part.bold}</strong>;
    if ("italic" in part) return <em key={part.italic}>{part.italic}</em>;
    if (part.href === `mailto:${part.text}`) return <EmailLink key={part.text} email={part.text} />;
    return (
      <a key={part.text} href={part.href}>
        {part.strong ? <strong>{part.text}</strong> : part.text}
      </a>
    );
  });
}

export function Paragraphs({ texts, className }: { texts: ProseText[]; className?: string | undefined }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places
    <p key={index} className={className}>
      <Prose {...text} />
    </p>
  ));
}

export function Points({ items, className }: { items: ProseText[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of a list never change places
        <li key={index}>
          <Prose {...item} />
        </li>
      ))}
    </ul>
  );
}

/** Paragraphs, lists and small headings. */
export function ProseBlocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block, index) => {
    if (block.kind === "subheading") return <h3 key={block.text}>{block.text}</h3>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
    if (block.kind === "list") return <Points key={index} items={block.items} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
    return <Paragraphs key={index} texts={[block.text]} />;
  });
}

/** Matches a number range such as 15-60 or 630-660nm with the days it is about, but no part of a phone number or a date. */
const range = /(?<![\d-])((?:(?<!\S)[A-Z][a-z]{2}-[A-Z][a-z]{2} )?\d+-\d+(?:nm|mm)?)(?![\d-])/;

/** Prose in which number ranges stay on one line; the font draws their hyphen as an en dash. */
export function Text({ children }: { children: string }) {
  return children.split(range).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className={layout.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** An email address, which on a narrow screen continues on a new line only after its @ and before a dot. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      <span>
        {email.split(/(?<=@)|(?=\.)/).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never change places
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  );
}
