-- concurrently
-- SIM cards are found by all of their numbers, and those that do not fit are few.
create index concurrently if not exists sim_cards_msisdn on sim_cards (msisdn) where msisdn is not null;
create index concurrently if not exists sim_cards_imsi on sim_cards (imsi) where imsi is not null;
create index concurrently if not exists sim_cards_misfit on sim_cards (account_id, id desc) where mismatch is not null;
