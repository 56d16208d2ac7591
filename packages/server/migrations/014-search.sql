-- Devices by whatever they are called. Whoever sees only a part of the platform is answered from their own devices,
-- so that the time an answer takes says nothing of others'; administrators by these indexes.
create extension if not exists pg_trgm;
create index devices_search on devices using gin (search_text gin_trgm_ops);
-- Whole plates, names and numbers, several at once.
create index devices_identifiers on devices using gin (string_to_array(search_text, E'\n'));
