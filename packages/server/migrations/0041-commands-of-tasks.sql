-- Commands to many devices are tasks: a command is held until its task comes to it, and named by it ever after. Batches
-- that are jobs become tasks of the same ids (features/commands/adopt-batches.ts); other tasks begin above these.

alter table commands
  add column task_id integer,
  -- Not delivered yet, whenever it is due.
  add column awaits_turn boolean not null default false;
-- Not checked against the rows that are there: they have none.
alter table commands add constraint commands_task_id_fkey foreign key (task_id)
  references device_tasks on delete set null not valid;
select setval('device_tasks_id_seq', greatest(
  (select last_value from device_tasks_id_seq), (select coalesce(max(id), 0) + 10000 from jobs)));
