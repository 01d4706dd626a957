import type { House } from "../../consultations/house.ts";
import { numberWord } from "../../consultations/mail/stationery.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { sentence } from "../../consultations/studio-time.ts";
import { type Clock, capital, when } from "../words.ts";
import { Form, type Post } from "./form.tsx";
import { Icon } from "./icon.tsx";

type Sign = { name: string; well: boolean; short: string; rest: string; inside: string };

/** The four signs: the first word of each on a phone, the rest on opening, and always read aloud. */
function signsOf({ letters, disk, backup, hidden }: House, clock: Clock): Sign[] {
  const late = letters.since === null ? "" : when(clock, letters.since);
  const copied = backup.at === null ? "" : when(clock, backup.at);
  const free = disk.free === null ? "" : ` ${Math.round(disk.free * 100)}\u00a0% free.`;
  return [
    letters.unset
      ? {
          name: "Letters",
          well: false,
          short: "No letters",
          rest: " as no mail is set up",
          inside: "No mail is set up.",
        }
      : late
        ? {
            name: "Letters",
            well: false,
            short: "No letters",
            rest: ` since ${late}`,
            inside: `${sentence(`Not going out since ${late}`)} ${numberWord(letters.waiting)} wait.`,
          }
        : { name: "Letters", well: true, short: "Letters", rest: " go out", inside: "Go out." },
    disk.well
      ? { name: "Disk", well: true, short: "Disk", rest: " is well", inside: `Well.${free}` }
      : { name: "Disk", well: false, short: "Disk", rest: " is nearly full", inside: `Nearly full.${free}` },
    backup.missing
      ? {
          name: "Backup",
          well: false,
          short: "No backup",
          rest: copied ? ` since ${copied}` : " yet",
          inside: copied ? sentence(`The last was ${copied}`) : "None was made yet.",
        }
      : {
          name: "Backup",
          well: true,
          short: "Backup",
          rest: copied ? ` ${copied}` : " is made elsewhere",
          inside: copied ? sentence(capital(copied)) : "Not made by the site itself.",
        },
    hidden === null
      ? {
          name: "Visible",
          well: true,
          short: "Visible",
          rest: " to search engines",
          inside: "Search engines may see the site.",
        }
      : {
          name: "Visible",
          well: false,
          short: "Hidden",
          rest: " from search engines",
          inside: sentence(`No: ${hidden}`),
        },
  ];
}

export function HouseLine({ house, clock }: { house: House; clock: Clock }) {
  const signs = signsOf(house, clock);
  return (
    <details className="house">
      <summary>
        <span className="sr-only">State of the house: </span>
        <span className="signs">
          {signs.map(({ name, well, short, rest }) => (
            <span key={name} className={well ? "sign" : "sign bad"}>
              <Icon name={well ? "tick" : "alert"} />
              {short}
              <span className="long">{rest}</span>
            </span>
          ))}
        </span>
        <Icon name="down" also="chev" />
      </summary>
      <dl>
        {signs.map(({ name, inside }) => [
          <dt key={`${name} term`}>{name}</dt>,
          <dd key={`${name} words`}>{inside}</dd>,
        ])}
      </dl>
    </details>
  );
}

/** `untold` is of what she has had no letter, oldest first. */
type TroubleProps = { house: House; clock: Clock; post: Post; untold: StoredRequest[] };

/** What, what is safe, and what to do: for what keeps letters from her first, else for the rest. */
export function Trouble({ house, clock, post, untold }: TroubleProps) {
  const { letters, backup, disk, hidden } = house;
  if (letters.unset || letters.since !== null) {
    const since = letters.since === null ? "" : ` since ${when(clock, letters.since)}`;
    return (
      <section className="notice notice--bad" role="alert">
        <div>
          <h2>
            <Icon name="alert" />
            {letters.unset ? "Letters cannot go out" : `Letters have not gone out${since}`}
          </h2>
          <p>
            {`${numberWord(letters.waiting)} ${letters.waiting === 1 ? "letter waits" : "letters wait"}. Requests still arrive and are safe here, but `}
            <b>nothing reaches your mailbox</b>. Until this is mended, look at this page.
          </p>
        </div>
        <div>
          {letters.unset ? (
            <p>
              Send this line to whoever looks after the site: <b>SMTP_URL or RESEND_API_KEY is not set</b>
            </p>
          ) : (
            <ol>
              <li>
                Tap <b>Try now</b>. The site also tries by itself, every few minutes.
              </li>
              <li>Still nothing? Look at the mail account: has its password changed, is its bill paid?</li>
              <li>
                Then send this line to whoever looks after the site: <b>{errorInWords(untold)}</b>
              </li>
            </ol>
          )}
          <div className="acts">
            {!letters.unset && (
              <Form post={post} does="try now">
                <button className="button" type="submit">
                  Try now
                </button>
              </Form>
            )}
            {untold[0] && (
              <a className="way" href={`/desk/requests/${untold[0].reference}`}>
                <span>See the new request</span>
              </a>
            )}
          </div>
        </div>
      </section>
    );
  }
  const line = [
    ...(disk.well ? [] : ["the disk is nearly full"]),
    ...(backup.missing
      ? [backup.at === null ? "no backup was made yet" : "the last backup is older than two days"]
      : []),
    ...(hidden === null ? [] : [`search engines are asked to stay away (${hidden})`]),
  ].join("; ");
  if (!line) return null;
  return (
    <section className="notice notice--bad" role="status">
      <div>
        <h2>
          <Icon name="alert" />
          The site needs a look
        </h2>
        <p>Requests arrive and are safe, and letters go out.</p>
      </div>
      <div>
        <p>
          Send this line to whoever looks after the site: <b>{line}</b>
        </p>
      </div>
    </section>
  );
}

/** Codes stay: they are for the person who mends it. */
function errorInWords(untold: StoredRequest[]): string {
  const error = untold.find(({ lastError }) => lastError)?.lastError;
  if (!error) return "letters wait and no try has failed yet";
  if (/EAUTH|53\d|401|403/.test(error)) return `mail server refused the password (${error})`;
  return /ECONN|ETIMEDOUT|ENOTFOUND|ESOCKET|TimeoutError/.test(error)
    ? `mail server cannot be reached (${error})`
    : `mail server refused the letter (${error})`;
}
