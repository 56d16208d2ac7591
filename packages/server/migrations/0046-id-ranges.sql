-- Ranges of ids that are handed to production, and what was handed out of them.
create table id_ranges (
  id              integer generated always as identity primary key,
  -- The administrator whose factory it is.
  account_id      integer not null references accounts,
  kind            text not null check (kind in ('imei', 'id808', 'own')),
  prefix          text not null,
  digits          smallint not null,
  has_check_digit boolean not null,
  first_serial    bigint not null,
  last_serial     bigint not null check (last_serial >= first_serial),
  -- All before it were handed out or used, and are never handed out again.
  next_serial     bigint not null,
  issued          integer not null default 0,
  -- What is before the number that an id ends with; empty: the id is a number, of which zeros in front do not count.
  scheme          text not null,
  first_number    numeric not null,
  last_number     numeric not null,
  paper_number    text,
  receiver        text,
  note            text,
  operator        text not null,
  create_time     bigint not null,
  -- No id is in two ranges, whosever they are.
  exclude using gist (
    int8range(hashtext(scheme)::int8, hashtext(scheme)::int8 + 1) with &&,
    numrange(first_number, last_number, '[]') with &&
  )
);
create index id_ranges_account on id_ranges (account_id, id desc);

create table id_issues (
  id           integer generated always as identity primary key,
  range_id     integer not null references id_ranges on delete cascade,
  -- Serials in runs: [[from, to], …].
  runs         jsonb not null,
  count        integer not null,
  paper_number text,
  receiver     text,
  note         text,
  operator     text not null,
  time         bigint not null
);
create index id_issues_range on id_issues (range_id, id desc);
