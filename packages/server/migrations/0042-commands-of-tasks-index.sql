-- concurrently
create index concurrently if not exists commands_task on commands (task_id, device_id, id) where task_id is not null;
