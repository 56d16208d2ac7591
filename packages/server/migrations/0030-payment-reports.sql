-- Days of the providers' reports that were compared with the books. Null lines: the report never came.
create table payment_reports (
  pay_account_id  integer not null references pay_accounts,
  day             date not null,
  line_count      integer,
  time            bigint not null,
  primary key (pay_account_id, day)
);

-- What they say moved, each once, however often reports have it: what one day's report lacks may be in another's.
create table payment_report_lines (
  pay_account_id  integer not null references pay_accounts,
  reference       text not null,
  is_back         boolean not null,
  day             date not null,
  number          text,
  amount          bigint not null,
  currency        text not null,
  primary key (pay_account_id, reference, is_back)
);
create index payment_report_lines_day on payment_report_lines (pay_account_id, day);
