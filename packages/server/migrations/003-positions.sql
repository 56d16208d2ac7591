-- The hot track store: a row per fix. Partitions are made per UTC day, `positions_YYYYMMDD`, by ingest.
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

create table alarms (
  device_id     integer not null,
  fix_time      bigint not null,
  code          smallint not null,
  server_time   bigint not null,
  latitude_e7   integer,
  longitude_e7  integer,
  speed_kmh     real,
  primary key (device_id, fix_time, code)
);

-- Every frame received, for seven days. Partitions per UTC day of arrival, `raw_frames_YYYYMMDD`, made by
-- ingest and dropped whole. No key: rows are only appended and read by device and time.

create table raw_frames (
  device_id    integer not null,
  server_time  bigint not null,
  kind         text not null,
  frame        bytea not null
) partition by range (server_time);
create index raw_frames_device on raw_frames (device_id, server_time);
