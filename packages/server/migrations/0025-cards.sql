-- A device that was renewed, and what became of its terms: once for each cause. It outlives the device and its owner.
create table device_renewals (
  id                    bigint generated always as identity primary key,
  time                  bigint not null,
  -- 'card': `cause_id` is the movement of the ledger that took the card.
  cause                 text not null,
  cause_id              bigint not null,
  device_id             integer not null,
  terminal_id           text not null,
  -- Whose device it was, and who paid.
  account_id            integer references accounts on delete set null,
  payer_id              integer references accounts on delete set null,
  -- Null: for life.
  months                smallint,
  platform_before_time  bigint,
  platform_after_time   bigint,
  user_before_time      bigint,
  user_after_time       bigint,
  -- The day of the month that the term means where a month is too short for it.
  anchor_day            smallint,
  unique (cause, cause_id, device_id)
);
create index device_renewals_device on device_renewals (device_id, id desc);

-- Movements of one asset, newest first.
create index ledger_movements_asset on ledger_movements (asset, id desc);

-- It and the accounts below it set the platform's terms of devices freely; others pay for them by cards, orders and
-- import credits.
alter table accounts add column free_terms boolean not null default false;
create index accounts_free_terms on accounts (path) where free_terms;
