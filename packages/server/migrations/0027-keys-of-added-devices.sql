-- Registering devices by the thousand spends most of its time on their keys: those of devices that are added together
-- are claimed by one statement, and whether an id is an IMEI is looked at once for all readings of it.
create or replace function device_keys_of(terminal_id text) returns setof text language sql immutable as $$
  select case when terminal_id ~ '^[0-9]+$' then ltrim(terminal_id, '0') else terminal_id end
  union
  -- With an offset the condition is not repeated for each reading.
  select imei.key from (select terminal_id as id where is_imei(terminal_id) offset 0) as one cross join lateral (
    select id || '0' as key
    union all select '1' || right(id, 10)
    union all select lpad(to_hex(substring(id from '^[0-9]{14}')::int8), 12, '0')
    union all select ltrim(right(id, digits), '0') from generate_series(10, 14) as digits
  ) as imei
  where length(imei.key) >= 10
$$;

create function claim_added_device_keys() returns trigger language plpgsql as $$
begin
  insert into device_keys (key, device_id)
  select k.key, added.id from added cross join lateral device_keys_of(added.terminal_id) as k (key);
  return null;
end
$$;

drop trigger claim_device_keys on devices;
create trigger claim_device_keys after update of terminal_id on devices
  for each row execute function claim_device_keys();
create trigger claim_added_device_keys after insert on devices referencing new table as added
  for each statement execute function claim_added_device_keys();
