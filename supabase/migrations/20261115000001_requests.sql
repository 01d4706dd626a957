-- Consultation requests and their outbox. Times are milliseconds since 1970, as in the embedded store.
-- The vendor's API does not expose this schema; rights and row-level security protect it a second and third time.
create schema if not exists consultations;

create table if not exists consultations.requests (
  id uuid primary key,
  reference text not null unique,
  key text unique,
  received_at bigint not null,
  name text not null,
  email text not null,
  phone text not null,
  treatment text not null,
  message text not null,
  flags text not null,
  answered_at bigint,
  reminded_at bigint
);
create index if not exists requests_by_email on consultations.requests (email, received_at);
create index if not exists requests_unanswered on consultations.requests (received_at) where answered_at is null;

create table if not exists consultations.outbox (
  request_id uuid primary key references consultations.requests on delete cascade,
  queued_at bigint not null,
  due_at bigint not null,
  claimed_until bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  delivered_at bigint,
  warned integer not null default 0,
  copy integer not null default 1
);
create index if not exists outbox_due on consultations.outbox ((attempts > 0), due_at) where delivered_at is null;
create index if not exists outbox_delivered on consultations.outbox (delivered_at) where delivered_at is not null;

create table if not exists consultations.facts (name text primary key, value text not null);

alter table consultations.requests enable row level security;
alter table consultations.outbox enable row level security;
alter table consultations.facts enable row level security;

-- There is no policy, so only the owner of the tables, as whom the function connects, sees a row.
revoke all on schema consultations from public;
revoke all on all tables in schema consultations from public;
do $$
declare
  outsider text;
begin
  foreach outsider in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = outsider) then
      execute format('revoke all on schema consultations from %I', outsider);
      execute format('revoke all on all tables in schema consultations from %I', outsider);
    end if;
  end loop;
end $$;

insert into consultations.facts values ('schema', '1') on conflict (name) do update set value = excluded.value;
