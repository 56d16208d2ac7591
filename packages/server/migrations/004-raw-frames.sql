-- Every frame received, for seven days. Partitions per UTC day of arrival, `raw_frames_YYYYMMDD`, made by
-- ingest and dropped whole. No key: rows are only appended and read by device and time.

create table raw_frames (
  device_id    integer not null,
  server_time  bigint not null,
  kind         text not null,
  frame        bytea not null
) partition by range (server_time);
create index raw_frames_device on raw_frames (device_id, server_time);
