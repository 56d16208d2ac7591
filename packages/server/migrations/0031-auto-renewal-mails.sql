-- The mail that tells of what could not be renewed by itself.
alter table auto_renewal_results add column job_id integer references jobs on delete set null;
create index auto_renewal_results_job on auto_renewal_results (job_id) where job_id is not null;
create index auto_renewal_results_time on auto_renewal_results (account_id, time desc);
