-- What the odometer of the vehicle shows is the device's odometer plus this: set by corrections. It stands with
-- the device and not with its state, which is rewritten with every report.
alter table devices add column odometer_offset_m double precision not null default 0;
