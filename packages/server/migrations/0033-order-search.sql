-- Orders are found by a part of the number of a device.
create index order_lines_terminal on order_lines using gin (terminal_id gin_trgm_ops);
