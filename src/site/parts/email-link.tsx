import { Fragment } from "react";

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
