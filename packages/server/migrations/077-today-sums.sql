-- What the sums of a device's days said of today when its track was looked at last, and what ingest had counted
-- up to the same fix (`device_states.day_m`): what the device list and the card show is the first, and what ingest
-- has counted since. It stands apart from `device_states`: a look at tracks must not hold the rows that ingest
-- writes with every report.

create table today_sums (
  device_id           integer primary key references devices on delete cascade,
  -- Midnight in the owner's zone that began the day.
  today_start_time    bigint not null,
  today_m             double precision not null,
  -- `day_start_time` and `day_m` of `device_states`; null: nothing was counted yet.
  counted_start_time  bigint,
  counted_m           double precision,
  change_time         bigint not null
  -- Of devices that drive, rewritten every few seconds: in place, so without an index that would change with it.
) with (fillfactor = 50);
