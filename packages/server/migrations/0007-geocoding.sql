-- What online providers said of places, shared by everybody: each question is paid for once.
create table address_cache (
  -- A cell of 0.0003 degree, about 30 m: latitude and longitude divided by it and rounded.
  cell_lat     integer not null,
  cell_lon     integer not null,
  language     text not null,
  source       text not null,
  -- As the API gives it; null: the provider knows nothing there.
  address      jsonb,
  answer_time  bigint not null,
  primary key (cell_lat, cell_lon, language, source)
);
create index address_cache_time on address_cache (answer_time);

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
