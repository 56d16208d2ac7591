-- Where a device was on a packed day, coarsely: the cells of core/geo/cells.ts that it touched, so that a
-- search by area opens only days that may have been there. Null: not known yet, the box decides.

alter table track_days add column cells integer[];

-- What is still to be filled in; empty once that is done.
create index track_days_without_cells on track_days (day, device_id) where cells is null;
