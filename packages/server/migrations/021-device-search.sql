-- What the device list searches, in one text: looking through it is faster than through five columns.
-- A line break between the parts keeps a search from matching across them.

alter table devices add column search_text text not null generated always as (lower(
  terminal_id || E'\n' || coalesce(car_number, '') || E'\n' || coalesce(nickname, '') || E'\n'
  || coalesce(iccid, '') || E'\n' || coalesce(sim, ''))) stored;
