import type { IconShape } from "./icons.ts";

/** Hidden from screen readers, because the words beside an icon say the same. */
export function Icon({ shape, className }: { shape: IconShape; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path {...shape} />
    </svg>
  );
}
