-- When an account came below its superiors with all that are below it, which had the same time then; null: it was made there.
alter table accounts add column moved_time bigint;
