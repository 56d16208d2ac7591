-- Who gets mails of an account, and how many go out.

-- Addresses outside an account agree before it mails them; whoever gets its mails may end each kind of them.
create table mail_receivers (
  account_id    integer not null references accounts on delete cascade,
  -- In small letters.
  email         text not null,
  -- Of the mail that asks for consent.
  language      text not null,
  -- When that mail goes out; null: it went out, or none does.
  ask_due_time  bigint,
  -- When it went out last.
  ask_time      bigint,
  -- Null: not yet.
  agree_time    bigint,
  -- Kinds of mails that its receiver has ended.
  left_kinds    text[] not null default '{}',
  primary key (account_id, email)
);
create index mail_receivers_due on mail_receivers (ask_due_time) where ask_due_time is not null;

-- Who got mails before goes on getting them.
insert into mail_receivers (account_id, email, language, agree_time)
select distinct on (account_id, lower(email)) account_id, lower(email), language,
  (extract(epoch from now()) * 1000)::bigint
from (
  select account_id, email, language from notification_receivers where email is not null
  union all
  select account_id, unnest(receivers), language from report_schedules) as known;

-- What was sent lately on behalf of an account, to a receiver, or at the request of an address. It fades with time.
create table send_budgets (
  key   text primary key,
  used  double precision not null,
  time  bigint not null
);
create index send_budgets_time on send_budgets (time);
