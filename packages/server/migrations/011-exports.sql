-- Files of reports: what a job of the queue `exports` makes.

create table exports (
  id           integer primary key references jobs on delete cascade,
  -- Who asked; files are seen by nobody else.
  account_id   integer not null references accounts on delete cascade,
  -- `exportQuestion` of core/api/exports.ts.
  question     jsonb not null,
  format       text not null,
  language     text not null,
  time_zone    text not null,
  bytes        bigint,
  -- Rows of `export_chunks`.
  chunks       integer,
  file_name    text,
  -- Sum and coverage of the rows, by the names of core/api/statistics.ts: what the mail says of the file.
  summary      jsonb
);
create index exports_account on exports (account_id, id desc);

create table export_chunks (
  export_id  integer not null references exports on delete cascade,
  -- Of the job: what an earlier run left is not read.
  run        integer not null,
  number     integer not null,
  bytes      bytea not null,
  primary key (export_id, run, number)
);
-- Every format is compressed before it comes here.
alter table export_chunks alter column bytes set storage external;
