import { EmailLink } from "./email-link.tsx";
import { Text } from "./text.tsx";

type Inline =
  | string
  | { bold: string }
  | { italic: string }
  | { text: string; href: string; strong?: true | undefined };

/** Running text with bold, italics and links. */
export interface ProseText {
  parts: Inline[];
}

export type ProseBlock =
  | { kind: "subheading"; text: string }
  | { kind: "paragraph"; text: ProseText }
  | { kind: "list"; items: ProseText[] };

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

export function Paragraphs({ texts }: { texts: ProseText[] }) {
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change places
    <p key={index}>
      <Prose {...text} />
    </p>
  ));
}

/** Paragraphs, lists and small headings. */
export function ProseBlocks({ blocks }: { blocks: ProseBlock[] }) {
  return blocks.map((block, index) => {
    if (block.kind === "subheading") return <h3 key={block.text}>{block.text}</h3>;
    if (block.kind === "list") {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
        <ul key={index}>
          {block.items.map((item, itemIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do the points of a list
            <li key={itemIndex}>
              <Prose {...item} />
            </li>
          ))}
        </ul>
      );
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
      <p key={index}>
        <Prose {...block.text} />
      </p>
    );
  });
}
