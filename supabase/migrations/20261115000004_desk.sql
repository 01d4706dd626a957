-- The owner's desk: her verdicts and notes on requests, the history of each, and who is signed in.
alter table consultations.requests add column if not exists verdict text;
alter table consultations.requests add column if not exists judged_at bigint;
alter table consultations.requests add column if not exists note text not null default '';
create index if not exists requests_answered on consultations.requests (answered_at) where answered_at is not null;

create table if not exists consultations.history (
  number bigint generated always as identity primary key,
  request_id uuid not null references consultations.requests on delete cascade,
  at bigint not null,
  event text not null
);
create index if not exists history_of_request on consultations.history (request_id);

-- Fills the history of existing requests, and does nothing if the file is applied again.
insert into consultations.history (request_id, at, event)
  select request_id, at, event from (
    select request_id, delivered_at as at, 'sent' as event from consultations.outbox
    union all select id, reminded_at, 'reminded' from consultations.requests
    union all select id, answered_at, 'answered' from consultations.requests
  ) as known
  where at is not null and not exists (select from consultations.history) order by at;

create table if not exists consultations.sessions (
  hash text primary key,
  name text not null unique,
  device text not null,
  since bigint not null,
  used_at bigint not null,
  epoch text not null
);
create table if not exists consultations.sign_in_links (
  hash text primary key,
  asked_at bigint not null,
  used_at bigint
);

alter table consultations.history enable row level security;
alter table consultations.sessions enable row level security;
alter table consultations.sign_in_links enable row level security;
revoke all on all tables in schema consultations from public;
do $$
declare
  outsider text;
begin
  foreach outsider in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = outsider) then
      execute format('revoke all on all tables in schema consultations from %I', outsider);
    end if;
  end loop;
end $$;

insert into consultations.facts values ('schema', '4') on conflict (name) do update set value = excluded.value;
