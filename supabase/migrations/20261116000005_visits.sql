-- How often pages were seen: per day and page, and per day and referring host. Nothing tells visitors apart.
create table if not exists consultations.visits (
  day text collate "C" not null,
  kind text not null,
  name text not null,
  views bigint not null,
  primary key (day, kind, name)
);

alter table consultations.visits enable row level security;
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

insert into consultations.facts values ('schema', '5') on conflict (name) do update set value = excluded.value;
