-- Whoever shares a replay says whether its viewers see what the device raised: SOS, fuel drop, ... are not for
-- everybody who may see where a vehicle was.

alter table track_shares add column with_alarms boolean not null default false;
