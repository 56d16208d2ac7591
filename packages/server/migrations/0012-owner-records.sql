-- Whose vehicle it is: one record a device, sealed under the platform's key (platform/secrets.ts), so that a copy of
-- the database tells nobody's name or number.
create table owner_records (
  device_id    integer primary key references devices on delete cascade,
  -- Of which key: after the key was changed the old ones are sealed anew.
  key_id       text not null,
  sealed       bytea not null,
  -- Keyed digests of the whole id card, telephone and contract, by which they are found.
  digests      bytea[] not null,
  change_time  bigint not null
);
create index owner_records_digests on owner_records using gin (digests);
