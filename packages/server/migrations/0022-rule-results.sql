-- What rules found of a device and others ask for. Ingest writes it with the state, where it changes; what rules
-- remember besides (device_states.derivation) is theirs alone.
create table rule_results (
  device_id        integer primary key references device_states on delete cascade,
  -- Whose fences and risk points count (path of the account), and up to which version they were seen; null: none count.
  zones_of         text,
  zones_seen       bigint,
  -- Those where it is, or perhaps is: fences by id, risk points by id with a minus; with each the first fix there.
  zone_ids         integer[],
  zone_is_inside   boolean[],
  zone_is_told     boolean[],
  zone_is_seeded   boolean[],
  zone_enter_times bigint[],
  zone_latitudes   double precision[],
  zone_longitudes  double precision[],
  -- When each wheel and pack was last told of; null: never. What is wrong with each pack, by names with commas between.
  wheel_times      bigint[],
  pack_times       bigint[],
  pack_faults      text[]
) with (fillfactor = 70);

insert into rule_results
select s.device_id, derivation #>> '{zones,of}', (derivation #>> '{zones,seen}')::int8,
  stays.*, wheels.*, packs.*
from device_states s
cross join lateral (
  select array_agg(key::int4 order by key), array_agg((value ->> 'isInside')::bool order by key),
    array_agg(value ->> 'isTold' is not null order by key),
    array_agg(value ->> 'isSeeded' is not null order by key),
    array_agg((value ->> 'enterTime')::int8 order by key), array_agg((value ->> 'lat')::float8 order by key),
    array_agg((value ->> 'lon')::float8 order by key)
  from json_each(derivation #> '{zones,at}')) as stays
cross join lateral (
  select array_agg((wheel ->> 'time')::int8 order by place)
  from json_array_elements(derivation -> 'wheels') with ordinality as one (wheel, place)) as wheels
cross join lateral (
  select array_agg((pack ->> 'time')::int8 order by place),
    array_agg((select string_agg(fault, ',') from json_array_elements_text(pack -> 'faults') as fault) order by place)
  from json_array_elements(derivation -> 'packs') with ordinality as one (pack, place)) as packs
where derivation -> 'zones' is not null or derivation -> 'wheels' is not null or derivation -> 'packs' is not null;
