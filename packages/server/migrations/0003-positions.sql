-- The hot track store: a row per fix. Partitions are made per UTC day, `positions_YYYYMMDD`, by ingest, ahead of
-- time and never for a report. What belongs to no such day, because a clock is wrong or a report very late, is
-- stored in the default partition until it is packed.
-- The key makes repeats harmless and leads with the device, so that a day of one device is one range.

create table positions (
  device_id     integer not null,
  fix_time      bigint not null,
  server_time   bigint not null,
  latitude_e7   integer,
  longitude_e7  integer,
  odometer_m    double precision,
  speed_kmh     real,
  -- Metres that this position added to the mileage; 0 where it is not trusted.
  distance_m    real not null default 0,
  course_deg    smallint,
  altitude_m    smallint,
  satellites    smallint,
  -- Bits of codes/states.ts, `qualityBits`.
  quality       smallint not null,
  acc_on        boolean,
  -- What else the report said (battery, voltages, fuel, temperatures, cells…), under the report's own keys.
  extra         json,
  primary key (device_id, fix_time)
) partition by range (fix_time);
create table positions_default partition of positions default;

-- Every occurrence of an alarm. Partitions are made per UTC month, `alarms_YYYYMM`, as those of positions are.
-- Whoever inserts here makes episodes too (`0015-alarms.sql`).
create sequence alarm_ids;
create table alarms (
  id            bigint not null default nextval('alarm_ids'),
  device_id     integer not null,
  -- Whose device it was then.
  account_id    integer not null,
  fix_time      bigint not null,
  code          smallint not null,
  server_time   bigint not null,
  latitude_e7   integer,
  longitude_e7  integer,
  speed_kmh     real,
  -- Who found it.
  source        text not null default 'device' check (source in ('device', 'platform')),
  -- What it is about beside the device: a fence, a risk point, a bus line, a wheel; 0: nothing else.
  subject_id    integer not null default 0,
  -- Of what lasts, as speeding does, where it began and where it ended; `moment`: it just happened.
  phase         text not null default 'moment' check (phase in ('moment', 'begin', 'end')),
  -- What belongs to it: { "limitKmh": 80 }. Names with their units.
  detail        json,
  primary key (device_id, fix_time, code, subject_id)
) partition by range (fix_time);
create table alarms_default partition of alarms default;

-- Every frame received and sent, for seven days. Partitions per UTC day of arrival, `raw_frames_YYYYMMDD`, made by
-- ingest and dropped whole. No key: rows are only appended and read by device and time.

create table raw_frames (
  connection_id  bigint not null,
  -- Null: of a device that is not registered.
  device_id      integer,
  terminal_id    text,
  -- Of the first and of the last frame.
  server_time    bigint not null,
  until_time     bigint not null,
  -- Some frames of the connection, one behind the other (features/frames/frame-chunk.ts).
  frames         bytea not null
) partition by range (server_time);
create table raw_frames_default partition of raw_frames default;
create index raw_frames_device on raw_frames (device_id, server_time);
create index raw_frames_unknown on raw_frames (terminal_id, server_time) where device_id is null;

-- Devices whose frames are kept for longer, in `kept_frames`, and why.
create table permanent_logs (
  device_id   integer primary key references devices on delete cascade,
  added_time  bigint not null,
  added_by    integer references accounts on delete set null,
  note        text
);

-- Rows of `raw_frames` of those devices, with the protocol of their connection: moved here when their day is dropped,
-- and kept for a year at most.
create table kept_frames (
  connection_id  bigint not null,
  device_id      integer not null references permanent_logs on delete cascade,
  server_time    bigint not null,
  until_time     bigint not null,
  frames         bytea not null,
  wire           text
);
create index kept_frames_device on kept_frames (device_id, server_time);

-- The connections of devices, and remote ends of datagrams, for thirty days.
create sequence gateway_runs;
create table connections (
  id               bigint primary key,
  gateway          text not null,
  device_id        integer,
  wire             text not null,
  remote_address   text not null,
  from_time        bigint not null,
  -- Null: it is open.
  until_time       bigint,
  end_reason       text,
  bytes_received   bigint not null,
  bytes_sent       bigint not null,
  frames_received  integer not null,
  frames_sent      integer not null
);
create index connections_device on connections (device_id, from_time);
create index connections_from on connections (from_time);
create index connections_open on connections (gateway) where until_time is null;
