-- Registering devices by the thousand spends a third of its time on their keys. Whether an id is an IMEI is one expression,
-- which is part of the statement that asks it, and its readings are one array: no two of them are the same.
create or replace function is_imei(id text) returns boolean language sql immutable as $$
  -- Every second digit counts twice, with the digits of that added up.
  select case when id ~ '^[1-9][0-9]{14}$' then (
    substr(id, 1, 1)::int4 + substr(id, 3, 1)::int4 + substr(id, 5, 1)::int4 + substr(id, 7, 1)::int4
    + substr(id, 9, 1)::int4 + substr(id, 11, 1)::int4 + substr(id, 13, 1)::int4 + substr(id, 15, 1)::int4
    + substr('0246813579', substr(id, 2, 1)::int4 + 1, 1)::int4 + substr('0246813579', substr(id, 4, 1)::int4 + 1, 1)::int4
    + substr('0246813579', substr(id, 6, 1)::int4 + 1, 1)::int4 + substr('0246813579', substr(id, 8, 1)::int4 + 1, 1)::int4
    + substr('0246813579', substr(id, 10, 1)::int4 + 1, 1)::int4 + substr('0246813579', substr(id, 12, 1)::int4 + 1, 1)::int4
    + substr('0246813579', substr(id, 14, 1)::int4 + 1, 1)::int4
  ) % 10 = 0 else false end
$$;

create or replace function device_keys_of(terminal_id text) returns setof text language sql immutable as $$
  -- With an offset what is asked of an id is not repeated for each reading.
  select key from (
    select id, is_imei, lpad(to_hex(case when is_imei then left(id, 14)::int8 end), 12, '0') as hex
    from (select terminal_id as id, is_imei(terminal_id) as is_imei offset 0) as asked offset 0
  ) as one cross join lateral unnest(
    array[case when id ~ '^[0-9]+$' then ltrim(id, '0') else id end]
    || case when is_imei then array[
      id || '0',
      '1' || right(id, 10),
      hex,
      -- Without zeros in front an ending is a shorter one.
      case when right(id, 10) not like '0%' then right(id, 10) end,
      case when left(right(id, 11), 1) not in ('0', '1') then right(id, 11) end,
      case when right(id, 12) not like '0%' and right(id, 12) <> hex then right(id, 12) end,
      case when right(id, 13) not like '0%' then right(id, 13) end,
      case when right(id, 14) not like '0%' then right(id, 14) end
    ] end) as readings (key)
  where key is not null
$$;
