-- Large files (firmware, media) lie outside the database; this is what the database knows of them. A table that needs a
-- file references its key: what nothing references for a day is removed.
create table stored_files (
  key text primary key,
  -- Null until all of it was written.
  bytes bigint,
  sha256 text,
  created_time bigint not null
);
create index stored_files_created on stored_files (created_time);
