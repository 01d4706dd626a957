-- Once a minute the database calls the function's drain action, which delivers waiting requests and runs the jobs.
-- Address and secret are in the vault; without them, or without the extensions, nothing is called.
create or replace function consultations.call_drain() returns void language plpgsql set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'drain_url');
  secret text := (select decrypted_secret from vault.decrypted_secrets where name = 'drain_secret');
begin
  if address is null or secret is null then
    return;
  end if;
  perform net.http_post(
    url := address,
    body := '{}'::jsonb,
    headers := jsonb_build_object('content-type', 'application/json', 'x-drain-secret', secret),
    timeout_milliseconds := 60000
  );
end $$;

revoke all on function consultations.call_drain() from public;
do $$
declare
  outsider text;
begin
  foreach outsider in array array['anon', 'authenticated'] loop
    if exists (select from pg_roles where rolname = outsider) then
      execute format('revoke all on function consultations.call_drain() from %I', outsider);
    end if;
  end loop;
end $$;

-- Only the vendor's databases have a vault. Elsewhere these extensions may be installed but not loadable.
do $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return;
  end if;
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
  end if;
  if exists (select from pg_available_extensions where name = 'pg_net') then
    create extension if not exists pg_net;
  end if;
  if to_regnamespace('cron') is not null and to_regnamespace('net') is not null then
    perform cron.schedule('drain consultation requests', '* * * * *', 'select consultations.call_drain()');
  end if;
exception when others then
  -- Requests must be stored even if nothing can be scheduled.
  raise warning 'the drain is not scheduled: %', sqlerrm;
end $$;

insert into consultations.facts values ('schema', '2') on conflict (name) do update set value = excluded.value;
