import { noHost, otherHosts } from "../../requests/store/visit-store.ts";
import { roundedViews, type VisitSummary, viewsText } from "../../requests/visits.ts";
import { Fold } from "./list-sections.tsx";
import type { DeskStudio } from "./page.tsx";

type Props = { visits: VisitSummary; pageNames: DeskStudio["pageNames"] };

/** How many pages were seen, and how many requests came, in the days of the summary. */
export function VisitsSection({ visits, pageNames }: Props) {
  const { days, views, sent, bots } = visits;
  return (
    <section className="group visits">
      <h2>{`The last ${days.length} days`}</h2>
      {views + sent === 0 ? (
        <p>Nothing is counted yet. A visit shows here a minute later.</p>
      ) : (
        <>
          <dl className="totals">
            <div>
              <dt>{views === 1 ? "page seen" : "pages seen"}</dt>
              <dd>{viewsText(views)}</dd>
            </div>
            <div>
              <dt>{sent === 1 ? "request sent" : "requests sent"}</dt>
              <dd>{sent}</dd>
            </div>
          </dl>
          <Chart days={days} />
          <Fold title="The numbers" hint="by day, page and site">
            <Counts title="Came from" counts={visits.hosts} nameOf={hostName} rest={otherHosts} />
            <Counts
              title="Pages"
              counts={visits.pages}
              nameOf={(path) => pageNames?.[path] ?? path}
              rest="Other pages"
            />
            <DayTable days={days} />
            <p className="small soft">
              Rounded to whole fives, so that no number is about one person. People who ask not to be tracked are not
              counted.
              {bots > 0 && ` Search robots saw ${viewsText(bots)} more.`}
            </p>
          </Fold>
        </>
      )}
    </section>
  );
}

const step = 10;
const height = 60;

/** One bar for each day, the last one hollow because today is not over, and a dot under a day with a request. */
function Chart({ days }: { days: VisitSummary["days"] }) {
  const most = Math.max(5, ...days.map(({ views }) => roundedViews(views)));
  const busiest = days.find(({ views }) => roundedViews(views) === most);
  const heightOf = (views: number) => (views === 0 ? 0 : Math.max(2, (roundedViews(views) / most) * height));
  const [first] = days;
  return (
    <figure>
      <svg viewBox={`-1 -2 ${days.length * step + 2} ${height + 14}`} role="img" aria-label="A bar for each day">
        {days.map(({ day, views, sent }, index) => {
          const today = index === days.length - 1 ? "today" : undefined;
          const bar = heightOf(views);
          return (
            <g key={day}>
              <rect className={today} x={index * step + 1.5} y={height - bar} width={7} height={bar} />
              {sent > 0 && <circle cx={index * step + 5} cy={height + 7} r={3} />}
            </g>
          );
        })}
        <line x1={0} x2={days.length * step} y1={height} y2={height} />
      </svg>
      <figcaption>
        <span className="span">
          <span>{first && shortDay(first.day)}</span>
          <span>today</span>
        </span>
        {busiest && `Most on one day: ${viewsText(busiest.views)}, on ${shortDay(busiest.day)}.`}
        {days.some(({ sent }) => sent > 0) && " A dot is a day with a request."}
      </figcaption>
    </figure>
  );
}

const listed = 8;

type CountsProps = { title: string; counts: VisitSummary["pages"]; nameOf: (name: string) => string; rest: string };

/** The largest counts; what is left is one line, so that the list stays short and says nothing about a single visit. */
function Counts({ title, counts, nameOf, rest }: CountsProps) {
  const named = counts.filter(({ name }) => name !== rest);
  const others = [...named.slice(listed), ...counts.filter(({ name }) => name === rest)];
  const left = others.reduce((sum, { views }) => sum + views, 0);
  const rows = [...named.slice(0, listed), ...(left > 0 ? [{ name: rest, views: left }] : [])];
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, views }) => (
          <tr key={name}>
            <th scope="row">{nameOf(name)}</th>
            <td>{viewsText(views)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayTable({ days }: { days: VisitSummary["days"] }) {
  return (
    <table>
      <caption>Days</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Pages</th>
          <th scope="col">Requests</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, views, sent }) => (
          <tr key={day}>
            <th scope="row">{shortDay(day)}</th>
            <td>{viewsText(views)}</td>
            <td>{sent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hostName = (host: string): string =>
  host === noHost ? "No other site: typed, saved or in a message" : host === otherHosts ? "Other sites" : host;

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** "Mon 9 Nov", for a day like 2026-11-09. */
const shortDay = (day: string): string => dayFormat.format(Date.parse(day)).replace(",", "");
