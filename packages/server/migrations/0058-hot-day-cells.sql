-- Where devices were on days that are not packed yet, so that a search by area reads their rows only where they may
-- have been there. Like `track_days.cells`: of the fixes of a day up to `until_time`; later ones are in rows alone.
-- A device with a mark in `track_changes` may have fixes that are missing here.
create table hot_day_cells (
  device_id   integer not null references devices on delete cascade,
  day         integer not null,
  until_time  bigint not null,
  cells       integer[] not null,
  primary key (device_id, day)
);
