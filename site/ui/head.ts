import type { MetaDescriptor } from "react-router";

interface HeadData {
  title: string;
  description: string;
  url: string;
}

export function headTags({ title, description, url }: HeadData): MetaDescriptor[] {
  return [{ title }, { name: "description", content: description }, { tagName: "link", rel: "canonical", href: url }];
}
