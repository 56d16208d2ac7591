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
