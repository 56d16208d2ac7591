-- By which version of the rules a day was summed: a job sums days of older versions anew.
alter table day_sums add rules_version int not null default 1;
create index day_sums_rules on day_sums (rules_version, device_id);
