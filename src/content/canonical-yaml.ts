import { type Document, parseDocument, visit } from "yaml";

/**
 * Writes a document in the one format that every content file has: no folded lines, quotes only where they are needed,
 * and a text of several lines below its key. How a text is written follows from the text alone, so the editor changes no
 * line but that of the word it saves, and the old word brings the old line back.
 */
export function writeYaml(document: Document): string {
  visit(document, {
    Scalar(_, scalar) {
      delete scalar.type;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true });
}

/** The same values and comments in the canonical format. */
export const formatYaml = (text: string): string => writeYaml(parseDocument(text));
