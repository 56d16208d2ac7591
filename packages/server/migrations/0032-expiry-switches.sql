-- Of which expiring devices an account is reminded: of its own, and of those of its direct customers.
alter table accounts add column tells_own_ends boolean not null default true;
alter table accounts add column tells_customer_ends boolean not null default true;
