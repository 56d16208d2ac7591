-- Episodes above the stored occurrences of alarms, and what is to be told of them. A trigger on `alarms` makes both
-- in the transaction that stores the occurrences, so whoever inserts there (ingest, jobs, a computing anew) makes
-- episodes.

-- Severity and window of each code unless somebody sets another: core/codes/alarms.ts, held against it by a test.
-- Occurrences that follow each other within the window are one episode; 0: each is an episode of its own.
create table alarm_codes (
  code       smallint primary key,
  -- As settings name it.
  name       text not null unique,
  severity   smallint not null check (severity between 1 and 3),
  window_ms  integer not null check (window_ms >= 0)
);
insert into alarm_codes (code, name, severity, window_ms) values
  (0, 'sos', 3, 600000), (1, 'externalPowerCut', 3, 600000), (2, 'vibration', 1, 1800000), (3, 'fenceEntered', 2, 0),
  (4, 'fenceLeft', 2, 0), (5, 'overspeed', 2, 300000), (6, 'movedWhileParked', 3, 1800000),
  (7, 'internalBatteryLow', 2, 21600000), (8, 'externalVoltageLow', 2, 21600000), (9, 'tampered', 3, 600000),
  (10, 'antennaCut', 2, 3600000), (11, 'antennaShort', 2, 3600000), (12, 'positioningFault', 2, 3600000),
  (13, 'deadZoneEntered', 1, 600000), (14, 'deadZoneLeft', 1, 600000), (15, 'poweredOn', 1, 300000),
  (16, 'poweredOff', 2, 300000), (17, 'ignitionOn', 1, 60000), (18, 'ignitionOff', 1, 60000),
  (19, 'doorOpened', 1, 300000), (20, 'doorClosed', 1, 300000), (21, 'collision', 3, 300000),
  (22, 'rollover', 3, 600000), (23, 'harshAcceleration', 1, 60000), (24, 'harshBraking', 1, 60000),
  (25, 'harshCornering', 1, 60000), (26, 'driverFatigue', 2, 600000), (27, 'drivingTooLong', 2, 1800000),
  (28, 'parkedTooLong', 1, 1800000), (29, 'offlineTooLong', 2, 600000), (30, 'onlineAgain', 1, 0),
  (31, 'idlingTooLong', 1, 600000), (32, 'illegalIgnition', 3, 600000), (33, 'illegalMovement', 3, 1800000),
  (34, 'towed', 3, 1800000), (35, 'simChanged', 3, 3600000), (36, 'pseudoBaseStation', 2, 3600000),
  (37, 'signalJammed', 3, 1800000), (38, 'temperatureHigh', 2, 1800000), (39, 'temperatureLow', 2, 1800000),
  (40, 'humidityOutOfRange', 2, 1800000), (41, 'fuelDrop', 3, 1800000), (42, 'fuelLow', 2, 21600000),
  (43, 'insideRiskPoint', 3, 1800000), (44, 'offRoute', 2, 600000), (45, 'tyrePressureHigh', 2, 3600000),
  (46, 'tyrePressureLow', 2, 3600000), (47, 'tyreTemperatureHigh', 2, 1800000), (48, 'tyreLeak', 3, 1800000),
  (50, 'packVoltageHigh', 2, 1800000), (51, 'packVoltageLow', 2, 1800000), (52, 'cellVoltageHigh', 2, 1800000),
  (53, 'cellVoltageLow', 2, 1800000), (54, 'chargeCurrentHigh', 2, 1800000),
  (55, 'dischargeCurrentHigh', 2, 1800000), (56, 'chargingTooHot', 2, 1800000), (57, 'chargingTooCold', 2, 1800000),
  (58, 'dischargingTooHot', 2, 1800000), (59, 'dischargingTooCold', 2, 1800000), (60, 'switchTooHot', 2, 1800000),
  (61, 'ambientHot', 1, 3600000), (62, 'ambientCold', 1, 3600000), (63, 'shortCircuit', 3, 1800000),
  (64, 'chargeLow', 1, 21600000), (65, 'chargeTooHigh', 1, 21600000), (66, 'cellsUnbalanced', 1, 21600000),
  (67, 'temperatureSpread', 1, 3600000), (68, 'insulationLow', 3, 3600000), (69, 'chargeSwitchFault', 2, 3600000),
  (70, 'dischargeSwitchFault', 2, 3600000), (71, 'frontEndFault', 2, 3600000), (72, 'communicationLost', 2, 3600000),
  (73, 'sensorFault', 2, 3600000), (74, 'preChargeFailed', 2, 3600000), (75, 'batteryRemoved', 3, 600000),
  (76, 'batteryMoved', 3, 1800000), (77, 'thermalRunaway', 3, 1800000), (78, 'waterInside', 3, 3600000),
  (79, 'endOfLife', 1, 86400000), (80, 'otherFault', 2, 3600000), (201, 'pairedDevicesApart', 3, 1800000);

-- What people set for alarms: for an account and all below it, for one type of its devices, for one device. `own` holds
-- by name of the alarm what is set (core/alarms/alarm-settings.ts).
create table alarm_settings (
  account_id      integer references accounts on delete cascade,
  device_type_id  integer references device_types on delete cascade,
  device_id       integer references devices on delete cascade,
  own             jsonb not null,
  constraint alarm_settings_level unique nulls not distinct (account_id, device_type_id, device_id),
  check ((account_id is null) = (device_id is not null))
);
create index alarm_settings_device on alarm_settings (device_id);

-- Two devices of one vehicle, which are to stay together.
create table device_pairs (
  device_id  integer primary key references devices on delete cascade,
  paired_id  integer not null references devices on delete cascade,
  check (device_id <> paired_id)
);
create index device_pairs_paired on device_pairs (paired_id);

-- Of these nobody is notified.
create table alarm_mutes (
  device_id       integer not null references devices on delete cascade,
  code            smallint not null,
  create_time     bigint not null,
  -- Null: until the vehicle moves from where it stood then.
  until_time      bigint,
  account_id      integer references accounts on delete set null,
  primary key (device_id, code)
);

create sequence alarm_sequence;
create table alarm_episodes (
  id             bigint generated by default as identity primary key,
  device_id      integer not null,
  -- Whose device it was then.
  account_id     integer not null,
  code           smallint not null,
  subject_id     integer not null default 0,
  start_time     bigint not null,
  -- Of the last occurrence so far, or the end of what lasted.
  end_time       bigint not null,
  -- When that began which has not ended; null: nothing of that kind.
  open_since     bigint,
  is_open        boolean not null generated always as (open_since is not null) stored,
  -- When the server heard of it first.
  server_time    bigint not null,
  count          integer not null,
  -- Of the first occurrence.
  latitude_e7    integer,
  longitude_e7   integer,
  speed_kmh      real,
  max_speed_kmh  real,
  source         text not null check (source in ('device', 'platform')),
  -- Of all occurrences, a later one before an earlier; of names that begin with `max` or `min` the extreme.
  detail         jsonb,
  severity       smallint not null,
  -- It was muted when it began.
  is_muted       boolean not null default false,
  state          text not null default 'new' check (state in ('new', 'acknowledged', 'resolved', 'false')),
  -- Null: nobody has read it.
  read_time      bigint,
  assignee_id    integer references accounts on delete set null,
  note           text,
  -- Where it was in words, once somebody saved that.
  address        text,
  -- Who set the state last.
  handler_id     integer references accounts on delete set null,
  handle_time    bigint,
  -- Greater with every change of the row.
  sequence       bigint not null default nextval('alarm_sequence')
);
create index alarm_episodes_device on alarm_episodes (device_id, start_time);
-- With the device, by which it is known whether they are shown: to count them takes no row.
create index alarm_episodes_account on alarm_episodes (account_id, start_time) include (device_id);
create index alarm_episodes_account_code on alarm_episodes (account_id, code, start_time) include (device_id);
create index alarm_episodes_account_unread on alarm_episodes (account_id, start_time) include (device_id)
  where read_time is null;
-- Else who asks for what has been read passes over all that is newer and has not been.
create index alarm_episodes_account_read on alarm_episodes (account_id, start_time) include (device_id)
  where read_time is not null;
create index alarm_episodes_read on alarm_episodes (start_time) where read_time is not null;
create index alarm_episodes_start on alarm_episodes (start_time);
create index alarm_episodes_code on alarm_episodes (code, start_time);
create index alarm_episodes_unread on alarm_episodes (start_time) where read_time is null;
create index alarm_episodes_handled on alarm_episodes (state, start_time) where state <> 'new';
-- An account with some below it reads the newest of each.
create index alarm_episodes_account_handled on alarm_episodes (account_id, state, start_time) where state <> 'new';
create index alarm_episodes_account_critical on alarm_episodes (account_id, start_time) where severity = 3;
create index alarm_episodes_critical on alarm_episodes (start_time) where severity = 3;
create index alarm_episodes_assigned on alarm_episodes (assignee_id, start_time) where assignee_id is not null;
create index alarm_episodes_handler on alarm_episodes (handler_id) where handler_id is not null;
create index alarm_episodes_open on alarm_episodes (device_id, code) where is_open;
create index alarm_episodes_key on alarm_episodes (device_id, code, subject_id, start_time);

-- Locked, in their order, while occurrences of a device, code and subject are put into episodes.
create table alarm_keys (
  device_id   integer not null,
  code        smallint not null,
  subject_id  integer not null,
  primary key (device_id, code, subject_id)
);

-- What is to be told. Whoever tells it deletes the row in the transaction that writes what is to be delivered.
create table alarm_news (
  id          bigint generated by default as identity primary key,
  episode_id  bigint not null references alarm_episodes on delete cascade,
  change      text not null check (change in (
    'opened', 'closed', 'acknowledged', 'resolved', 'false', 'reopened', 'assigned')),
  time        bigint not null
);
create index alarm_news_episode on alarm_news (episode_id);

-- What people did about episodes. Rows of one call have one batch and are taken back together.
create sequence alarm_batches as integer;
create table alarm_handlings (
  id           bigint generated by default as identity primary key,
  batch_id     integer not null,
  episode_id   bigint not null references alarm_episodes on delete cascade,
  time         bigint not null,
  account_id   integer references accounts on delete set null,
  -- The superior who acted as the account.
  actor_id     integer references accounts on delete set null,
  action       text not null,
  note         text,
  assignee_id  integer references accounts on delete set null,
  -- What the episode held before of what was changed.
  before       jsonb not null,
  undo_time    bigint
);
create index alarm_handlings_episode on alarm_handlings (episode_id, id);
create index alarm_handlings_batch on alarm_handlings (batch_id);

-- Strict: the aggregate takes the first as it is, and mostly there is one. Of a null and another: null.
create function merge_alarm_detail(earlier jsonb, later jsonb) returns jsonb language plpgsql immutable strict as $$
begin
  if later::text !~ '"(max|min)' then
    return earlier || later;
  end if;
  return earlier || later || coalesce((
    select jsonb_object_agg(key, case
      when key like 'max%' then greatest((earlier -> key)::numeric, value::numeric)
      else least((earlier -> key)::numeric, value::numeric) end)
    from jsonb_each(later)
    where (key like 'max%' or key like 'min%')
      and jsonb_typeof(value) = 'number' and jsonb_typeof(earlier -> key) = 'number'), '{}');
end
$$;
create aggregate merged_alarm_detail(jsonb) (sfunc = merge_alarm_detail, stype = jsonb);

create function put_alarms_into_episodes() returns trigger language plpgsql as $$
begin
  -- Every commit of ingest inserts alarms, and mostly none.
  if not exists (select from added) then
    return null;
  end if;
  insert into alarm_keys
  select distinct device_id, code, subject_id from added order by 1, 2, 3 on conflict do nothing;
  perform from alarm_keys k
  where (k.device_id, k.code, k.subject_id) in (select device_id, code, subject_id from added)
  order by k.device_id, k.code, k.subject_id for update;

  with asked as (
    select distinct device_id, code from added
  ), rules as (
    select q.device_id, q.code, coalesce((set.rule ->> 'windowMinutes')::int4 * 60000, c.window_ms, 600000) as window_ms,
      coalesce(array_position('{notice,warning,critical}', set.rule ->> 'severity'), c.severity, 2) as severity,
      coalesce((set.rule ->> 'isOn')::boolean, true) as is_on
    from asked q left join alarm_codes c on c.code = q.code left join lateral (
      -- Field by field, the nearest level last.
      select jsonb_object_agg(field.key, field.value order by depth, is_of_type) as rule from (
        select s.own -> c.name as own, length(a.path) as depth, s.device_type_id is not null as is_of_type
        from devices d join accounts o on o.id = d.account_id
          join accounts a on a.id = any(string_to_array(trim(o.path, '/'), '/')::int4[])
          join alarm_settings s on s.account_id = a.id
        where d.id = q.device_id and (s.device_type_id is null or s.device_type_id = d.device_type_id)
          and s.own ? c.name
        union all
        select s.own -> c.name, 2147483647, true from alarm_settings s where s.device_id = q.device_id and s.own ? c.name
      ) levels, jsonb_each(levels.own) field
    ) set on true
  ), occurrences as (
    select a.*, r.window_ms, r.severity,
      lag(a.fix_time) over of_key as before_time,
      -- Did something begin before, among these occurrences, that has not ended?
      coalesce(max(a.fix_time * 2 + (a.phase = 'begin')::int4) filter (where a.phase <> 'moment') over before_it % 2, 0)
        = 1 as was_open
    from added a join rules r on r.device_id = a.device_id and r.code = a.code and r.is_on
    window of_key as (partition by a.device_id, a.account_id, a.code, a.subject_id order by a.fix_time),
      before_it as (of_key rows between unbounded preceding and 1 preceding)
  ), parts as (
    select *, count(*) filter (where not was_open and fix_time - before_time > window_ms)
      over (partition by device_id, account_id, code, subject_id order by fix_time) as part
    from occurrences
  ), stretches as (
    select row_number() over () as stretch, device_id, account_id, code, subject_id, window_ms, severity,
      min(fix_time) as first_time, max(fix_time) as last_time,
      min(fix_time) filter (where phase <> 'end') as start_time,
      count(*) filter (where phase <> 'end') as count,
      min(server_time) as server_time, max(speed_kmh) as max_speed_kmh,
      (array_agg(latitude_e7 order by fix_time) filter (where phase <> 'end'))[1] as latitude_e7,
      (array_agg(longitude_e7 order by fix_time) filter (where phase <> 'end'))[1] as longitude_e7,
      (array_agg(speed_kmh order by fix_time) filter (where phase <> 'end'))[1] as speed_kmh,
      (array_agg(source order by fix_time) filter (where phase <> 'end'))[1] as source,
      merged_alarm_detail(detail::jsonb order by fix_time) as detail,
      -- The last that began or ended something: its time, twice, and one more where it began.
      max(fix_time * 2 + (phase = 'begin')::int4) filter (where phase <> 'moment') as phase
    from parts group by device_id, account_id, code, subject_id, window_ms, severity, part
  ), matched as (
    select s.*, e.id as episode_id, e.is_open as was_open
    from stretches s left join lateral (
      -- What people have settled takes only what came late from its own time.
      select id, is_open from alarm_episodes
      where device_id = s.device_id and account_id = s.account_id and code = s.code and subject_id = s.subject_id
        and start_time <= s.last_time + s.window_ms and (is_open or end_time >= s.first_time - s.window_ms)
        and (is_open or s.count > 0)
        and (state in ('new', 'acknowledged') or s.first_time >= start_time and s.last_time <= end_time)
      order by start_time <= s.first_time desc, abs(start_time - s.first_time), id limit 1
    ) e on true
  ), changes as (
    select episode_id, was_open, min(coalesce(start_time, last_time)) as first_time, max(last_time) as last_time, sum(count) as count,
      min(server_time) as server_time, max(max_speed_kmh) as max_speed_kmh, max(phase) as phase,
      (array_agg(latitude_e7 order by first_time))[1] as latitude_e7,
      (array_agg(longitude_e7 order by first_time))[1] as longitude_e7,
      (array_agg(speed_kmh order by first_time))[1] as speed_kmh,
      merged_alarm_detail(detail order by first_time) as detail
    from matched where episode_id is not null group by episode_id, was_open
  ), locked as (
    -- In the order in which whoever handles episodes locks them too.
    select id from alarm_episodes where id in (select episode_id from changes) order by id for update
  ), changed as (
    update alarm_episodes e set
      latitude_e7 = case when c.first_time < e.start_time then c.latitude_e7 else e.latitude_e7 end,
      longitude_e7 = case when c.first_time < e.start_time then c.longitude_e7 else e.longitude_e7 end,
      speed_kmh = case when c.first_time < e.start_time then c.speed_kmh else e.speed_kmh end,
      start_time = least(e.start_time, c.first_time),
      end_time = greatest(e.end_time, c.last_time),
      open_since = case
        when c.phase % 2 = 1 then greatest(e.open_since, c.phase / 2)
        when c.phase / 2 >= e.open_since then null
        else e.open_since end,
      server_time = least(e.server_time, c.server_time),
      count = e.count + c.count,
      max_speed_kmh = greatest(e.max_speed_kmh, c.max_speed_kmh),
      detail = coalesce(
        case when c.first_time < e.start_time then merge_alarm_detail(c.detail, e.detail)
          else merge_alarm_detail(e.detail, c.detail) end,
        e.detail, c.detail),
      sequence = nextval('alarm_sequence')
    from changes c join locked l on l.id = c.episode_id
    where e.id = l.id
    returning e.id, e.end_time, c.was_open and not e.is_open as is_closed
  ), begun as (
    insert into alarm_episodes (device_id, account_id, code, subject_id, start_time, end_time, open_since, server_time,
      count, latitude_e7, longitude_e7, speed_kmh, max_speed_kmh, source, detail, severity, is_muted)
    select device_id, account_id, code, subject_id, start_time, last_time, case when phase % 2 = 1 then phase / 2 end,
      server_time, count, latitude_e7, longitude_e7, speed_kmh, max_speed_kmh, source, detail, severity,
      exists (
        select from alarm_mutes m left join device_states s on s.device_id = m.device_id
        where m.device_id = matched.device_id and m.code = matched.code
          and coalesce(m.until_time > matched.server_time, s.stopped_since <= m.create_time))
    from matched where episode_id is null and count > 0 order by device_id, first_time
    returning id, server_time, is_muted
  )
  insert into alarm_news (episode_id, change, time)
  select id, 'opened', server_time from begun where not is_muted
  union all select id, 'closed', end_time from changed where is_closed;
  return null;
end
$$;
create trigger put_alarms_into_episodes after insert on alarms
  referencing new table as added for each statement execute function put_alarms_into_episodes();
