-- concurrently
-- The device that a SIM card was entered for, and the one that reports it.
create index concurrently if not exists devices_iccid_key on devices (upper(left(iccid, 19))) where iccid is not null;
create index concurrently if not exists devices_reported_iccid on devices (upper(left(information ->> 'iccid', 19)))
  where information ? 'iccid';
