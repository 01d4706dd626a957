-- A backlog of any size: an index finds the next request, the outbox says whether it is flagged and whether the mail
-- server refused it, and one stored time says how far the owner was reminded, instead of a column on every request.
alter table consultations.outbox add column if not exists flagged integer not null default 0;
alter table consultations.outbox add column if not exists refused integer not null default 0;
update consultations.outbox set flagged = 1
  where request_id in (select id from consultations.requests where flags <> '');

drop index if exists consultations.outbox_due;
create index if not exists outbox_next on consultations.outbox (flagged, refused, queued_at) where delivered_at is null;
create index if not exists outbox_waiting on consultations.outbox (queued_at) where delivered_at is null;
create index if not exists requests_by_time on consultations.requests (received_at, id);

insert into consultations.facts
  select 'reminded', max(received_at)::text from consultations.requests where reminded_at is not null
  having max(received_at) is not null
  on conflict (name) do nothing;

insert into consultations.facts values ('schema', '3') on conflict (name) do update set value = excluded.value;
