-- Movements by time: a page of those of some time, asset or kind.
create index ledger_movements_time on ledger_movements (time);
