-- Pictures, sound and video of devices. What is on its way comes in pieces, each of which is stored before it is
-- acknowledged; a file that is whole is moved to the storage of files.
create table media_transfers (
  id            bigint generated always as identity primary key,
  device_id     integer not null references devices on delete cascade,
  -- By which its codec tells the file from others of the device.
  name          text not null,
  -- What places are counted in: parts of any length, or bytes.
  unit          text not null check (unit in ('byte', 'part')),
  total         integer not null check (total > 0),
  -- The places that are there.
  covered       int4multirange not null default '{}',
  bytes         integer not null default 0,
  facts         jsonb not null,
  -- Over the whole file, as its device reckons it.
  check_kind    text check (check_kind in ('crc16', 'md5')),
  check_value   text,
  -- `kept`: the file is in the storage, and a piece that comes again is only acknowledged.
  state         text not null default 'open' check (state in ('open', 'whole', 'kept')),
  first_time    bigint not null,
  last_time     bigint not null,
  -- When the storage is tried next, and how often it was.
  due_time      bigint not null default 0,
  tries         integer not null default 0
);
create index media_transfers_device on media_transfers (device_id, name, id);
create index media_transfers_whole on media_transfers (due_time) where state = 'whole';
create index media_transfers_last on media_transfers (last_time);

create table media_pieces (
  transfer_id   bigint not null references media_transfers on delete cascade,
  start_place   integer not null,
  end_place     integer not null,
  -- Tells the same piece, come again, from that of another file.
  digest        bytea not null,
  -- Null once the file is kept.
  bytes         bytea,
  primary key (transfer_id, start_place)
);

create table media_files (
  id            integer generated always as identity primary key,
  device_id     integer not null references devices on delete cascade,
  -- When it was taken: it belongs to who had the device then.
  time          bigint not null,
  received_time bigint not null,
  kind          text not null check (kind in ('image', 'audio', 'video', 'other')),
  content_type  text not null,
  event         text,
  channel       integer,
  media_id      bigint,
  latitude_e7   integer,
  longitude_e7  integer,
  bytes         integer not null,
  -- With what is decoded of it.
  stored_bytes  integer not null,
  digest        bytea not null,
  file_key      text not null references stored_files,
  -- Of sound that no browser plays: the same decoded.
  playable_key  text references stored_files
);
create index media_files_device on media_files (device_id, time desc, id desc);
create index media_files_time on media_files (time desc, id desc);
create index media_files_received on media_files (received_time);
create unique index media_files_same on media_files (device_id, digest, coalesce(media_id, -1));
create index media_files_key on media_files (file_key);
create index media_files_playable on media_files (playable_key) where playable_key is not null;
