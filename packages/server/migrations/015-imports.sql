-- Batches: rows of a file or a paste, written as one job. The record outlives the job.

create table imports (
  -- The id of its job.
  id             integer primary key,
  account_id     integer not null references accounts on delete cascade,
  kind           text not null,
  -- Account of the rows that name none.
  owner_id       integer not null references accounts on delete cascade,
  -- What dates of the rows mean.
  time_zone      text not null,
  is_whole       boolean not null,
  file_name      text,
  -- Which way the job goes: it writes the rows, or takes back those that were written.
  is_undo        boolean not null default false,
  taken_counts   integer not null default 0,
  -- Its record in the audit log, which is kept for longer: of its start, later of its undoing.
  event_id       integer not null,
  create_time    bigint not null,
  finish_time    bigint
);
create index imports_account on imports (account_id, id desc);

create table import_rows (
  import_id  integer not null references imports on delete cascade,
  -- As it was sent, from 1.
  row        integer not null,
  cells      jsonb not null,
  -- Cells of persons, sealed under the platform's key.
  personal   bytea,
  state      text not null,
  -- Why it was not written, or not taken back: a rule, its column, and what its text names.
  reason     jsonb,
  -- What it was written to: a device or an account.
  target_id  integer,
  -- What stood there before, by the names of columns, and what was written.
  before     jsonb,
  after      jsonb,
  -- The password that it gave, sealed, until somebody asks for it.
  password   bytea,
  primary key (import_id, row),
  constraint import_rows_state check (state in ('waiting', 'done', 'failed', 'undone'))
);
create index import_rows_waiting on import_rows (import_id, row) where state = 'waiting';

-- What the headings of an account's last sheet of a kind meant: heading to column, null for one that was left out.
create table import_headings (
  account_id  integer not null references accounts on delete cascade,
  kind        text not null,
  headings    jsonb not null,
  primary key (account_id, kind)
);
