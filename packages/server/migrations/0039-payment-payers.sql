-- Payments: what their first request said of the payer, which a repeat of it says again.

-- Who pays in the WeChat mini program, by WeChat's id of him.
alter table payments add column open_id text;
-- Where people have the platform open, to which the payer comes back: its public address, else that of the payer's page.
alter table payments add column origin text;

-- What a provider says whose account the settings open; null: it was not asked, or has no such word.
alter table pay_accounts add column identity text;
-- Somebody above the holder switched it off, which the holder cannot lift.
alter table pay_accounts add column blocked_time bigint;
alter table pay_accounts add column blocked_by integer references accounts on delete set null;

-- A payment of another amount than its order's.
alter table payment_differences drop constraint payment_differences_kind_check;
alter table payment_differences add constraint payment_differences_kind_check
  check (kind in ('theirsOnly', 'oursOnly', 'unequal', 'otherAmount'));
