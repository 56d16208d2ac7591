-- What a device says that nothing in the database asks for is one value, so that a new sensor needs no column.

alter table device_states drop column fuel_percent, drop column temperature_c, add column readings json;

drop type ingested_state;
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
  readings            json,
  derivation          json,
  known_gateway       text,
  is_claim            boolean
);
