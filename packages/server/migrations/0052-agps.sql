-- Data that helps receivers to a first fix: where it comes from, the last that was good, and which devices got it.
create table agps_sources (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('assistNow', 'assistNowToken', 'url', 'upload')),
  url text,
  gnss text,
  data text,
  token bytea,
  is_on boolean not null default true,
  answers_tcp boolean not null default false,
  -- When it is fetched next by itself; null: not by itself.
  due_time bigint,
  failures smallint not null default 0,
  failure text,
  failure_time bigint,
  create_time bigint not null
);
create index agps_sources_account on agps_sources (account_id);
create index agps_sources_due on agps_sources (due_time) where due_time is not null;
create unique index agps_sources_tcp on agps_sources (answers_tcp) where answers_tcp;

create table agps_data (
  id integer generated always as identity primary key,
  source_id integer not null references agps_sources (id) on delete cascade,
  -- Whose it is where each receiver has data of its own; null: for all.
  device_id integer references devices (id) on delete cascade,
  file_key text not null references stored_files (key),
  format text not null check (format in ('ubx', 'epo', 'casic')),
  bytes integer not null,
  sha256 text not null,
  valid_from bigint not null,
  valid_until bigint not null,
  fetch_time bigint not null,
  unique nulls not distinct (source_id, device_id)
);
create index agps_data_file on agps_data (file_key);
create index agps_data_device on agps_data (device_id) where device_id is not null;

-- A row for the requests of a device within some minutes.
create table agps_deliveries (
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  source_id integer references agps_sources (id) on delete set null,
  device_id integer references devices (id) on delete cascade,
  way text not null check (way in ('http', 'tcp')),
  outcome text not null check (outcome in ('sent', 'partly', 'unchanged', 'noData')),
  address text not null,
  first_time bigint not null,
  time bigint not null,
  requests integer not null default 1,
  bytes bigint not null default 0,
  -- Of the data that was sent.
  sha256 text,
  age_ms bigint,
  valid_until bigint
);
create index agps_deliveries_time on agps_deliveries (account_id, time desc, id desc);
create index agps_deliveries_device on agps_deliveries (device_id, time desc) where device_id is not null;
create index agps_deliveries_source on agps_deliveries (source_id) where source_id is not null;
create index agps_deliveries_age on agps_deliveries (time);
