-- The packed track store: a row per device and UTC day, once the day is over.
--
-- What holds at every instant, whoever is killed in between: every position of a packed day whose device has
-- no mark in track_dirty is in track_days. It follows from three rules. A day's partition of `positions` gets
-- its trigger in the transaction that enters the day into packed_days, and one that is made later has it from
-- the start. The trigger marks the device in the transaction that stores the position. A mark goes only in the
-- transaction that packs what it stands for, and holding it excludes those who would set it.
-- So a partition without marks, once its devices are listed, holds nothing that is not packed, and is dropped.
--
-- The default partition has its trigger from the start, which marks nothing before its day is entered. A day of
-- it is entered, and its devices are marked, while nobody stores in it. What is packed of it is deleted in the
-- same transaction.

create table track_days (
  device_id        integer not null references devices on delete cascade,
  -- Days since 1970.
  day              integer not null,
  points           integer not null,
  first_time       bigint not null,
  last_time        bigint not null,
  -- The box around its places; null where it has none.
  min_latitude_e7  integer,
  max_latitude_e7  integer,
  min_longitude_e7 integer,
  max_longitude_e7 integer,
  -- Metres that the day added to the mileage.
  distance_m       double precision not null,
  packed_time      bigint not null,
  -- Where the device was, coarsely: the cells of core/geo/cells.ts that it touched, so that a search by area opens
  -- only days that may have been there.
  cells            integer[] not null,
  -- The track as it is sent, and what else the positions said; both zstd, and both tell their own version.
  block            bytea not null,
  readings         bytea not null,
  primary key (device_id, day)
);
-- Compressed already; out of line, a look at times and boxes does not read them.
alter table track_days alter column block set storage external, alter column readings set storage external;

-- Device-days whose rows are not all packed.
create table track_dirty (
  day         integer not null,
  device_id   integer not null,
  -- Not to be tried before: what could not be packed stays in rows.
  retry_time  bigint not null default 0,
  primary key (day, device_id)
);

-- Days that are over and packed.
create table packed_days (
  day          integer primary key,
  -- The devices that had positions when the day was entered have their marks.
  is_listed    boolean not null default false,
  -- When something of it was last packed.
  packed_time  bigint not null default 0
);

create function mark_track_dirty() returns trigger language plpgsql as $$
declare
  its_day constant integer := new.fix_time / 86400000;
begin
  if tg_table_name = 'positions_default' and not exists (select from packed_days where day = its_day) then
    return null;
  end if;
  -- The lock is kept to the end of the transaction: the packer, which needs the mark for itself, thus reads
  -- the rows either before this one was stored, and then the mark stays, or after it was committed.
  perform from track_dirty where day = its_day and device_id = new.device_id for share;
  if not found then
    insert into track_dirty (day, device_id) values (its_day, new.device_id)
    on conflict (day, device_id) do update set retry_time = 0;
  end if;
  return null;
end $$;

create trigger mark_track_dirty after insert on positions_default
  for each row execute function mark_track_dirty();
