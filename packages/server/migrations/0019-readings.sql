-- What people set for tyres and for battery packs: for an account and all below it, for one type of its devices, for
-- one device. `own` holds what is set, by the names of core/tyres and core/batteries.
create table tyre_settings (
  account_id      integer references accounts on delete cascade,
  device_type_id  integer references device_types on delete cascade,
  device_id       integer references devices on delete cascade,
  own             jsonb not null,
  constraint tyre_settings_level unique nulls not distinct (account_id, device_type_id, device_id),
  check ((account_id is null) = (device_id is not null))
);
create index tyre_settings_device on tyre_settings (device_id);

create table battery_settings (
  account_id      integer references accounts on delete cascade,
  device_type_id  integer references device_types on delete cascade,
  device_id       integer references devices on delete cascade,
  own             jsonb not null,
  constraint battery_settings_level unique nulls not distinct (account_id, device_type_id, device_id),
  check ((account_id is null) = (device_id is not null))
);
create index battery_settings_device on battery_settings (device_id);
