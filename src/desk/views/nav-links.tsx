import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";

export function AllRequestsLink({ showArrow }: { showArrow: boolean }) {
  return (
    <a className="icon-link" href="/desk">
      {showArrow && <Icon shape={icons.arrowLeft} />}
      <span>All requests</span>
    </a>
  );
}

export const EditorLink = ({ url }: { url: string }) => (
  <a className="icon-link" href={url}>
    Edit the site
  </a>
);

export function SearchLink() {
  return (
    <a className="icon-link icon-link--phone" href="#q">
      <Icon shape={icons.search} />
      <span>Search</span>
    </a>
  );
}
