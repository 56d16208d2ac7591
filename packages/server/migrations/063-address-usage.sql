-- What each provider of addresses was asked on a day (UTC): its budget, and what it costs.
create table address_usage (
  -- Days since 1970.
  day     integer not null,
  source  text not null,
  asked   integer not null default 0,
  -- Those of them that brought no answer.
  failed  integer not null default 0,
  primary key (day, source)
);
