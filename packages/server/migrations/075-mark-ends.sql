-- The last of the late fixes that a mark stands for; null: all of the track from `from_time` on is to be looked at.
alter table episode_marks add column until_time bigint;
