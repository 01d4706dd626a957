import { type Document, parseDocument, Scalar, visit } from "yaml";

/**
 * Writes a document in the one format that every content file has: no folded lines, and quotes only where they are
 * needed. So the editor changes no line but that of the word it saves, and the old word brings the old line back.
 */
export function writeYaml(document: Document): string {
  visit(document, {
    Scalar(_, scalar) {
      if (scalar.type === Scalar.QUOTE_DOUBLE || scalar.type === Scalar.QUOTE_SINGLE) delete scalar.type;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true, indentSeq: true });
}

/** The same values and comments in the canonical format. */
export const formatYaml = (text: string): string => writeYaml(parseDocument(text));
