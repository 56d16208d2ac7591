-- What a packed day says beside its track has the name that the code has for it. Block and readings tell their own
-- versions. Every packed day has its cells.

alter table track_days rename column rest to readings;
alter table track_days drop column version;
drop index track_days_without_cells;
alter table track_days alter column cells set not null;
