-- The last batch each writer of ingest committed. When a connection is lost while a commit is under way,
-- its number here tells whether the batch got in, so that none is written twice.
create table ingest_commits (
  writer  text primary key,
  batch   bigint not null
) with (fillfactor = 10);
