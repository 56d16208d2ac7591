-- Who may speak for a device: authentication codes, and numbers learnt from headers.

alter table device_types add column code_rule text not null default 'any'
  check (code_rule in ('any', 'learn', 'demand')),
  -- Only its devices say codes: those of another protocol would be locked out.
  add constraint device_types_coded check (code_rule = 'any' or wire = 'jt808');

create table device_codes (
  device_id     integer primary key references devices on delete cascade,
  -- SHA-256 of the device's id and a code: the one it said last, and the one handed out since and not said yet.
  kept_hash     bytea,
  offered_hash  bytea
);

-- A number that a device says in its header, though it is registered by the id in its body, is its key too. Null:
-- several devices say it, so it leads to none, and nobody can register it.
alter table device_keys add column is_learnt boolean not null default false,
  alter column device_id drop not null,
  add check (device_id is not null or is_learnt);

create or replace function claim_device_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.terminal_id = old.terminal_id then return null; end if;
    delete from device_keys where device_id = new.id;
  end if;
  insert into device_keys (key, device_id) select device_keys_of(new.terminal_id), new.id;
  return null;
end
$$;
