import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";

export function AllRequestsLink({ showArrow }: { showArrow: boolean }) {
  return (
    <a className="text-button" href="/desk">
      {showArrow && <Icon shape={icons.arrowLeft} />}
      All requests
    </a>
  );
}

export const EditorLink = ({ url }: { url: string }) => (
  <a className="text-button" href={url}>
    Edit the site
  </a>
);

export function SearchLink() {
  return (
    <a className="text-button" href="#q">
      <Icon shape={icons.search} />
      Search
    </a>
  );
}
