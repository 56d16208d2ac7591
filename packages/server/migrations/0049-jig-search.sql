-- Parts of numbers, batches and names are found without reading everything that was ever tested.
create index jig_results_search on jig_results using gin (search_text gin_trgm_ops);
create index jig_units_search on jig_units using gin (search_text gin_trgm_ops);
