-- The packed track store: a row per device and UTC day, once the day is over.
--
-- What holds at every instant, whoever is killed in between: every position of a packed day whose device has
-- no mark in track_dirty is in track_days. It follows from three rules. A day's partition of `positions` gets
-- its trigger in the transaction that enters the day into packed_days, and one that is made later has it from
-- the start. The trigger marks the device in the transaction that stores the position. A mark goes only in the
-- transaction that packs what it stands for, and holding it excludes those who would set it.
-- So a partition without marks, once its devices are listed, holds nothing that is not packed, and is dropped.
--
-- The default partition has its trigger from the start, which marks nothing before its day is entered. A day of
-- it is entered, and its devices are marked, while nobody stores in it. What is packed of it is deleted in the
-- same transaction.

create table track_days (
  device_id        integer not null references devices on delete cascade,
  -- Days since 1970.
  day              integer not null,
  points           integer not null,
  first_time       bigint not null,
  last_time        bigint not null,
  -- The box around its places; null where it has none.
  min_latitude_e7  integer,
  max_latitude_e7  integer,
  min_longitude_e7 integer,
  max_longitude_e7 integer,
  -- Metres that the day added to the mileage.
  distance_m       double precision not null,
  packed_time      bigint not null,
  -- Where the device was, coarsely: the cells of core/geo/cells.ts that it touched, so that a search by area opens
  -- only days that may have been there.
  cells            integer[] not null,
  -- The track as it is sent, and what else the positions said; both zstd, and both tell their own version.
  block            bytea not null,
  readings         bytea not null,
  -- The least, the greatest and the mean of what wheels and packs said in each of its parts, which end at the midnights
  -- of the owner (`reading-sums.ts` of track-storage); null: it has no such readings.
  reading_sums     json,
  primary key (device_id, day)
);
-- Compressed already; out of line, a look at times and boxes does not read them.
alter table track_days alter column block set storage external, alter column readings set storage external;

-- Device-days whose rows are not all packed.
create table track_dirty (
  day         integer not null,
  device_id   integer not null,
  -- Not to be tried before: what could not be packed stays in rows.
  retry_time  bigint not null default 0,
  primary key (day, device_id)
);

-- Days that are over and packed.
create table packed_days (
  day          integer primary key,
  -- The devices that had positions when the day was entered have their marks.
  is_listed    boolean not null default false,
  -- When something of it was last packed.
  packed_time  bigint not null default 0
);

create function mark_track_dirty() returns trigger language plpgsql as $$
declare
  its_day constant integer := new.fix_time / 86400000;
begin
  if tg_table_name = 'positions_default' and not exists (select from packed_days where day = its_day) then
    return null;
  end if;
  -- The lock is kept to the end of the transaction: the packer, which needs the mark for itself, thus reads
  -- the rows either before this one was stored, and then the mark stays, or after it was committed.
  perform from track_dirty where day = its_day and device_id = new.device_id for share;
  if not found then
    insert into track_dirty (day, device_id) values (its_day, new.device_id)
    on conflict (day, device_id) do update set retry_time = 0;
  end if;
  return null;
end $$;

create trigger mark_track_dirty after insert on positions_default
  for each row execute function mark_track_dirty();

-- Settings of trips, stops and mileage: for an account and all below it, for one type of its devices, for one
-- device. `own` holds what is set, by the names of core/api/episodes.ts.
create table track_settings (
  account_id      integer references accounts on delete cascade,
  device_type_id  integer references device_types on delete cascade,
  device_id       integer references devices on delete cascade,
  own             jsonb not null,
  constraint track_settings_level unique nulls not distinct (account_id, device_type_id, device_id),
  check ((account_id is null) = (device_id is not null))
);
create index track_settings_device on track_settings (device_id);

-- Trips, stops and whatever else happened along the tracks (core/track/episodes.ts), and their sums by day.
-- All of it is derived from the track and can be made again from it.

create table track_episodes (
  device_id         integer not null references devices on delete cascade,
  -- `episodeKinds`. Episodes of one kind never overlap.
  kind              smallint not null,
  from_time         bigint not null,
  to_time           bigint not null,
  distance_m        double precision not null,
  max_speed_kmh     real,
  idle_ms           bigint not null,
  from_latitude_e7  integer,
  from_longitude_e7 integer,
  to_latitude_e7    integer,
  to_longitude_e7   integer,
  -- `episodeReasons`.
  began             smallint not null,
  ended             smallint not null,
  from_value        real,
  to_value          real,
  -- Three numbers for each quarter of an hour (UTC) from the one it begins in: decimetres, seconds of idling, the
  -- fastest in tenths of km/h (-1: unknown); empty ones at the end are left off. Every midnight of the world lies
  -- between two of them. Null: it lies within one quarter, or its sums are even (`cutEpisode` of core).
  quarter_hour_sums integer[],
  primary key (device_id, kind, from_time)
);

-- A row per device and day of its owner's time zone; the day is told by its two instants, so that zones with
-- the same midnight share it and the days of a change of the clocks are no exception.
create table day_sums (
  device_id            integer not null references devices on delete cascade,
  from_time            bigint not null,
  to_time              bigint not null,
  distance_m           double precision not null,
  driving_ms           integer not null,
  idle_ms              integer not null,
  stopped_ms           integer not null,
  ignition_ms          integer not null,
  offline_ms           integer not null,
  overspeed_ms         integer not null,
  trips                smallint not null,
  stops                smallint not null,
  idlings              smallint not null,
  ignitions            smallint not null,
  offlines             smallint not null,
  overspeeds           smallint not null,
  charges              smallint not null,
  max_speed_kmh        real,
  battery_min_percent  real,
  battery_max_percent  real,
  primary key (device_id, from_time, to_time)
);

-- How far the track of a device has been processed.
create table episode_progress (
  device_id    integer primary key references devices on delete cascade,
  -- Newest fix that was processed; null: there is none.
  until_time   bigint,
  -- `device_states.state_time` at that time; 0 while there is more of the track. Later reports are to be processed.
  seen_time    bigint not null default 0,
  -- Owner's zone that `day_sums` were made in.
  time_zone    text not null,
  -- What the next page of the track goes on from (`Checkpoint` of core); null: it begins with the track.
  checkpoint   json,
  -- What its track has told of the ignition wire (`WireEvidence` of core); null: nothing yet.
  ignition_evidence  json,
  -- When to process a device again though there is no contact: it has become offline, or its offline period has gone on.
  -- Null: no need to.
  due_time     bigint
);

-- Instants from which on tracks changed behind that: late fixes, other settings. Without foreign key: ingest
-- writes changes beside positions, and a device deleted meanwhile must not fail its batch.
create table track_changes (
  id          bigint generated by default as identity primary key,
  device_id   integer not null,
  from_time   bigint not null,
  -- The last of the late fixes that it stands for; null: all of the track from `from_time` on is to be processed.
  until_time  bigint
);
create index track_changes_device on track_changes (device_id);

-- When a device was in contact though it sent no position: from and to of the time in which its heartbeats followed
-- each other closely. Written when its track is processed; heartbeats themselves are stored only as raw frames,
-- which are not kept for long.
create table contact_spans (
  device_id  integer not null references devices on delete cascade,
  from_time  bigint not null,
  to_time    bigint not null,
  primary key (device_id, from_time)
);

-- What the sums of a device's days said of today when its track was processed last, and what ingest had counted
-- up to the same fix (`device_states.day_m`): what the device list and the card show is the first, and what ingest
-- has counted since. It stands apart from `device_states`: processing tracks must not hold the rows that ingest
-- writes with every report.

create table today_sums (
  device_id           integer primary key references devices on delete cascade,
  -- Midnight in the owner's zone that began the day.
  today_start_time    bigint not null,
  today_m             double precision not null,
  -- `day_start_time` and `day_m` of `device_states`; null: nothing was counted yet.
  counted_start_time  bigint,
  counted_m           double precision,
  change_time         bigint not null
  -- Of devices that drive, rewritten every few seconds: in place, so without an index that would change with it.
) with (fillfactor = 50);
