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
