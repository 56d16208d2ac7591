-- concurrently
-- Sheets name SIM cards by their ICCID, and each row is held against those that devices have.
create index concurrently devices_iccid on devices (iccid) where iccid is not null;
