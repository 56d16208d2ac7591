-- The devices of a task in their order, whatever their states.
create index device_task_items_of_task on device_task_items (task_id, id);
