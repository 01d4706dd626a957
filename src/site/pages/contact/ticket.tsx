import styles from "./form.module.css";

interface TicketProps {
  words: { about: string; change: string };
  /** What the form is about. Without it the ticket is hidden until browser/ticket.ts fills it in. */
  subject?: { name: string; thumbnail?: string | undefined } | undefined;
}

/**
 * Says what the form is about, in place of the field that holds it. It is beside the form and not part of it, so that the
 * navigation script can fill it in before the form's own script is there.
 */
export function Ticket({ words, subject }: TicketProps) {
  return (
    <div className={styles.ticket} data-ticket hidden={!subject}>
      {subject?.thumbnail && <img src={subject.thumbnail} width="96" height="72" alt="" />}
      <p>
        {words.about} <b>{subject?.name}</b>
      </p>
      <details>
        <summary>{words.change}</summary>
      </details>
    </div>
  );
}
