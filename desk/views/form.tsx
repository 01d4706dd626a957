import type { ReactNode } from "react";

/** Where a change is sent, and the mark by which the desk knows its own forms. */
export type Post = { to: string; mark: string };

type FormProps = { post: Post; does: string; also?: Record<string, string>; className?: string; children: ReactNode };

/** Every change of the desk is one of these: a plain form, answered with a redirect. */
export function Form({ post, does, also = {}, className, children }: FormProps) {
  return (
    <form method="post" action={post.to} className={className}>
      {Object.entries({ form: post.mark, do: does, ...also }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
