-- The last batch each writer of ingest committed. When a connection is lost while a commit is under way,
-- its number here tells whether the batch got in, so that none is written twice.
create table ingest_commits (
  writer  text primary key,
  batch   bigint not null
) with (fillfactor = 10);

-- What ingest hands over, a row of each: a batch arrives as one array of these types for each table, in their
-- binary form. The columns and their order are those of ingest/tables.ts.
create type ingested_position as (
  device_id     integer,
  fix_time      bigint,
  server_time   bigint,
  latitude_e7   integer,
  longitude_e7  integer,
  odometer_m    double precision,
  speed_kmh     real,
  distance_m    real,
  course_deg    smallint,
  altitude_m    smallint,
  satellites    smallint,
  quality       smallint,
  acc_on        boolean,
  extra         json
);

create type ingested_alarm as (
  device_id     integer,
  fix_time      bigint,
  code          smallint,
  subject_id    integer,
  server_time   bigint,
  latitude_e7   integer,
  longitude_e7  integer,
  speed_kmh     real,
  source        text,
  phase         text,
  detail        json
);

create type ingested_state as (
  device_id           integer,
  gateway             text,
  is_connected        boolean,
  connected_time      bigint,
  remote_address      text,
  wire                text,
  change_time         bigint,
  state_time          bigint,
  fix_time            bigint,
  latitude_e7         integer,
  longitude_e7        integer,
  speed_kmh           real,
  course_deg          smallint,
  altitude_m          smallint,
  satellites          smallint,
  acc_on              boolean,
  acc_since           bigint,
  stopped_since       bigint,
  gsm_level           smallint,
  battery_percent     real,
  battery_voltage_v   real,
  external_voltage_v  real,
  charging            boolean,
  oil_cut             boolean,
  armed               boolean,
  door_open           boolean,
  odometer_m          double precision,
  day_start_time      bigint,
  day_m               double precision,
  last_alarm          smallint,
  last_alarm_time     bigint,
  speed_limit_kmh     real,
  readings            json,
  derivation          json,
  known_gateway       text,
  is_claim            boolean
);

create type ingested_device as (
  id             integer,
  activate_time  bigint,
  information    jsonb
);
