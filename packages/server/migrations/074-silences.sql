-- Offline times that go on, and heartbeats that keep a silence between two positions from being one.

-- When to look at a device again though nothing is heard of it: its silence has become offline, or has gone on.
-- Null: no need to.
alter table episode_progress add column due_time bigint;
-- Whoever is silent already is looked at once.
update episode_progress set due_time = 0;

-- When a device was heard though it sent no position: from and to of the time in which its heartbeats followed
-- each other closely. Written when its track is looked at; heartbeats themselves are stored only as raw frames,
-- which are not kept for long.
create table heard_stretches (
  device_id  integer not null references devices on delete cascade,
  from_time  bigint not null,
  to_time    bigint not null,
  primary key (device_id, from_time)
);
