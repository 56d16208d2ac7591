-- Devices that keep no connection go offline by silence alone. The live connection looks every few seconds
-- for those whose time has just run out; devices with a connection are not in this index.
create index device_states_silent on device_states (state_time) where connected_time is null;
