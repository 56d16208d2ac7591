-- Money: prices, discount codes, accounts at payment providers, orders, payments, refunds and what providers report.
-- Amounts are integers of a currency's smallest unit.

-- Money stands in the ledger under its currency: what an account holds (`held`) is never below zero, what the platform
-- owes it for sales (`owed`) may be: it received money itself that belongs to others.
alter table ledger_balances drop constraint ledger_balances_held;
alter table ledger_balances add constraint ledger_balances_held check (balance >= 0 or asset like 'owed%');
alter table ledger_entries drop constraint ledger_entries_balance;
alter table ledger_entries add constraint ledger_entries_balance check (
  (book in ('held', 'owed')) = (before_balance is not null)
  and after_balance is not distinct from before_balance + amount);
-- What a movement is for: one for each cause.
alter table ledger_movements add column cause text;
alter table ledger_movements add column cause_id bigint;
create unique index ledger_movements_cause on ledger_movements (cause, cause_id) where cause is not null;

-- What a renewal costs the customers of an account (null: of the platform), of one type of devices or of all.
create table renew_prices (
  account_id      integer references accounts on delete cascade,
  device_type_id  integer references device_types on delete cascade,
  duration        smallint not null check (duration between 1 and 6),
  currency        text not null,
  -- What its customers pay. Null: inherited.
  amount          bigint check (amount > 0),
  -- What it pays itself to who is above it, who alone sets this; its own price is never below. Null: inherited.
  floor_amount    bigint check (floor_amount > 0),
  change_time     bigint not null,
  constraint renew_prices_item unique nulls not distinct (account_id, device_type_id, duration, currency),
  check (amount is not null or floor_amount is not null)
);

create table pay_accounts (
  id            integer generated always as identity primary key,
  account_id    integer references accounts on delete set null,
  provider      text not null,
  name          text not null,
  -- What the provider needs, without its secrets, which are sealed.
  settings      jsonb not null,
  secret        bytea,
  -- May the agents below take payments with it?
  is_shared     boolean not null default true,
  is_enabled    boolean not null default true,
  create_time   bigint not null,
  change_time   bigint not null,
  deleted_time  bigint
);
create index pay_accounts_account on pay_accounts (account_id) where deleted_time is null;
-- May it have accounts at payment providers of its own? Administrators say so.
alter table accounts add column own_pay_accounts boolean not null default false;

-- What stands on the receipts of a seller (null: the platform).
create table seller_profiles (
  account_id        integer references accounts on delete cascade,
  name              text not null,
  address           text,
  tax_label         text,
  tax_number        text,
  -- Contained in the price, in hundredths of a percent.
  tax_basis_points  integer not null default 0 check (tax_basis_points between 0 and 9999),
  change_time       bigint not null,
  constraint seller_profiles_account unique nulls not distinct (account_id)
);

create table exchange_rates (
  currency     text not null,
  day          date not null,
  usd_rate     numeric not null check (usd_rate > 0),
  source       text not null,
  change_time  bigint not null,
  primary key (currency, day)
);

create table orders (
  id                      bigint generated always as identity primary key,
  order_no                text not null unique,
  kind                    text not null check (kind in ('renewal', 'topUp')),
  -- 1 to be paid, 2 completed, 3 refunded as a whole, 4 cancelled.
  status                  smallint not null check (status between 1 and 4),
  buyer_id                integer references accounts on delete set null,
  buyer_name              text not null,
  -- Whose devices' path it was when it was placed: who sees it below an account that is gone.
  buyer_path              text not null,
  operator_id             integer references accounts on delete set null,
  -- Null: the platform.
  seller_id               integer references accounts on delete set null,
  seller_name             text not null,
  pay_type                text not null,
  currency                text not null,
  -- Before and after the discount.
  list_amount             bigint not null check (list_amount >= 0),
  amount                  bigint not null check (amount >= 0),
  refunded_amount         bigint not null default 0,
  tax_basis_points        integer not null default 0,
  tax_amount              bigint not null default 0,
  -- US dollars for one unit on the order's day, and the amount by it in cents; null: no rate was known.
  usd_rate                numeric,
  usd_amount              bigint,
  duration                smallint,
  target                  text,
  device_count            integer not null default 0,
  discount_code           text,
  discount_basis_points   integer,
  -- Who has a part of each line, from the seller upwards; null: the platform.
  share_account_ids       integer[] not null,
  create_time             bigint not null,
  expire_time             bigint not null,
  paid_time               bigint,
  cancel_time             bigint,
  -- Why it was cancelled: 'buyer', 'expired', 'refused'.
  cancel_cause            text,
  -- Without gaps by seller and year; given when it is paid.
  receipt_year            smallint,
  receipt_number          integer,
  -- The seller's profile as it was then.
  receipt                 jsonb,
  check (refunded_amount between 0 and amount)
);
create index orders_buyer on orders (buyer_id, id desc);
create index orders_buyer_path on orders (buyer_path text_pattern_ops, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_paid on orders (paid_time) where paid_time is not null;
create index orders_time on orders (create_time);
create index orders_open on orders (expire_time) where status = 1;
create unique index orders_receipt on orders (coalesce(seller_id, 0), receipt_year, receipt_number)
  where receipt_number is not null and seller_id is not null;

create function check_order_status() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in ((1, 2), (1, 4), (2, 3)) then
    raise exception 'order % cannot go from % to %', old.order_no, old.status, new.status;
  end if;
  return new;
end
$$;
create trigger check_order_status before update of status on orders
  for each row when (old.status <> new.status) execute function check_order_status();

-- The last receipt of a seller (0: the platform) in a year.
create table receipt_numbers (
  seller_id  integer not null,
  year       smallint not null,
  last       integer not null,
  primary key (seller_id, year)
);

create table order_lines (
  order_id       bigint not null references orders on delete cascade,
  device_id      integer not null,
  line_no        smallint not null,
  terminal_id    text not null,
  nickname       text,
  list_amount    bigint not null,
  amount         bigint not null check (amount >= 0),
  -- Beside `orders.share_account_ids`: they add up to the amount.
  share_amounts  bigint[] not null,
  -- 'renewed', or why not: 'deviceGone', 'lifetimeTerm'. Null: not paid yet.
  result         text,
  refund_id      bigint,
  primary key (order_id, device_id)
);
create index order_lines_device on order_lines (device_id);

create table discount_codes (
  id                     integer generated always as identity primary key,
  account_id             integer references accounts on delete cascade,
  batch_id               integer not null,
  code                   text not null unique,
  -- Taken off the price, in hundredths of a percent.
  discount_basis_points  integer not null check (discount_basis_points between 1 and 10000),
  expire_time            bigint,
  is_enabled             boolean not null default true,
  create_time            bigint not null,
  -- The order that holds it: reserved while that is to be paid, used once it is.
  order_id               bigint references orders on delete set null,
  used_time              bigint,
  used_by                text
);
create sequence discount_code_batches as integer owned by discount_codes.batch_id;
create index discount_codes_account on discount_codes (account_id, id desc);
create index discount_codes_batch on discount_codes (batch_id);
create unique index discount_codes_order on discount_codes (order_id) where order_id is not null;

-- An attempt to pay an order.
create table payments (
  id                bigint generated always as identity primary key,
  order_id          bigint not null references orders on delete cascade,
  provider          text not null,
  pay_account_id    integer not null references pay_accounts,
  state             text not null check (state in
    ('creating', 'created', 'capturing', 'pending', 'captured', 'failed', 'expired')),
  amount            bigint not null check (amount > 0),
  currency          text not null,
  -- Its ids there: of the order, and of the money that moved.
  provider_payment  text,
  provider_capture  text,
  -- What the page needs to have it paid: an address, a QR code, parameters of the mini program.
  pay_page          jsonb,
  fee_amount        bigint,
  -- Taken back there, by us or by others; and under way.
  refunded_amount   bigint not null default 0,
  refunding_amount  bigint not null default 0,
  failure           text,
  create_time       bigint not null,
  end_time          bigint,
  -- When the provider is asked next; null: no more.
  ask_time          bigint,
  asks              integer not null default 0,
  -- Until then one process alone asks.
  lease_time        bigint,
  check (refunded_amount >= 0 and refunding_amount >= 0 and refunded_amount + refunding_amount <= amount)
);
create unique index payments_open on payments (order_id)
  where state in ('creating', 'created', 'capturing', 'pending');
create unique index payments_provider on payments (provider, pay_account_id, provider_payment);
create index payments_order on payments (order_id);
create index payments_ask on payments (ask_time) where ask_time is not null;
create index payments_capture on payments (pay_account_id, provider_capture);

-- Of one payment, or of an order that was paid by cards or a balance.
create table refunds (
  id               bigint generated always as identity primary key,
  order_id         bigint not null references orders on delete cascade,
  payment_id       bigint references payments on delete cascade,
  -- 'requested' by the buyer, 'sending', 'sent', 'done', 'refused' by the seller, 'failed' at the provider.
  state            text not null check (state in ('requested', 'sending', 'sent', 'done', 'refused', 'failed')),
  -- Of lines: their devices; empty: another amount, which the seller bears.
  device_ids       integer[] not null,
  amount           bigint not null check (amount >= 0),
  currency         text not null,
  -- Do the devices lose the time that was paid?
  takes_back       boolean not null default true,
  -- 'buyer', 'seller', 'notRenewed', 'late', 'provider'.
  cause            text not null,
  reason           text,
  answer           text,
  -- Outside the provider, proved by the answer's text.
  is_by_hand       boolean not null default false,
  provider_refund  text,
  failure          text,
  requested_by     integer references accounts on delete set null,
  decided_by       integer references accounts on delete set null,
  create_time      bigint not null,
  decide_time      bigint,
  end_time         bigint,
  ask_time         bigint,
  asks             integer not null default 0,
  lease_time       bigint
);
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create unique index refunds_requested on refunds (order_id) where state = 'requested';
create unique index refunds_provider on refunds (payment_id, provider_refund);
create index refunds_ask on refunds (ask_time) where ask_time is not null;

-- What providers sent, each once. One that proves nothing is kept for people to look at, and changes nothing.
create table provider_events (
  provider        text not null,
  pay_account_id  integer not null references pay_accounts,
  event_id        text not null,
  kind            text,
  body            text not null,
  -- Null: it is proved.
  refusal         text,
  payment_id      bigint references payments on delete set null,
  receive_time    bigint not null,
  primary key (provider, pay_account_id, event_id)
);
create index provider_events_time on provider_events (receive_time);

-- The books of the sandbox, which is a provider of its own.
create table sandbox_payments (
  number           text primary key,
  pay_account_id   integer not null references pay_accounts,
  amount           bigint not null,
  currency         text not null,
  state            text not null check (state in ('open', 'pending', 'paid', 'failed', 'closed')),
  refunded_amount  bigint not null default 0,
  -- By the numbers of refunds.
  refunds          jsonb not null default '{}',
  create_time      bigint not null,
  paid_time        bigint
);

-- Where a provider's report of a day and the books differ.
create table payment_differences (
  id              bigint generated always as identity primary key,
  pay_account_id  integer not null references pay_accounts,
  day             date not null,
  kind            text not null check (kind in ('theirsOnly', 'oursOnly', 'unequal')),
  reference       text not null,
  payment_id      bigint references payments on delete set null,
  currency        text not null,
  our_amount      bigint,
  their_amount    bigint,
  state           text not null default 'open' check (state in ('open', 'settled')),
  note            text,
  settled_by      integer references accounts on delete set null,
  create_time     bigint not null,
  settle_time     bigint,
  unique (pay_account_id, reference, kind)
);
create index payment_differences_open on payment_differences (pay_account_id, id desc);

-- A renewal that was refunded.
alter table device_renewals add column taken_back_time bigint;

-- Which devices of an account renew by themselves, so many days before their end.
create table auto_renewals (
  account_id   integer primary key references accounts on delete cascade,
  is_on        boolean not null,
  days_before  smallint not null check (days_before between 1 and 30),
  duration     smallint not null check (duration between 1 and 6),
  pay_type     text not null check (pay_type in ('card', 'balance')),
  currency     text not null,
  change_time  bigint not null
);
-- What became of it, for each device and end of a term.
create table auto_renewal_results (
  account_id   integer not null references accounts on delete cascade,
  device_id    integer not null references devices on delete cascade,
  end_time     bigint not null,
  result       text not null,
  time         bigint not null,
  seen_time    bigint,
  primary key (account_id, device_id, end_time)
);
