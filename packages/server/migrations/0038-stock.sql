-- Where each device is in its life, from the line to the customer: also before it is registered and after it is deleted.
create table stock_items (
  id             integer generated always as identity primary key,
  -- The administrator whose factory it is.
  account_id     integer not null references accounts,
  terminal_id    text not null unique,
  device_type_id integer references device_types on delete set null,
  place          text not null
    check (place in ('produced', 'tested', 'inStock', 'shipped', 'sold', 'returned', 'scrapped')),
  place_time     bigint not null,
  batch          text,
  serial_number  text,
  -- Of the last movement.
  paper_number   text,
  receiver       text,
  create_time    bigint not null,
  search_text    text not null generated always as (lower(terminal_id || E'\n' || coalesce(batch, '') || E'\n'
    || coalesce(serial_number, '') || E'\n' || coalesce(paper_number, ''))) stored
);
create index stock_items_search on stock_items using gin (search_text gin_trgm_ops);
create index stock_items_time on stock_items (account_id, place_time desc, id desc);
create index stock_items_place on stock_items (account_id, place, place_time desc, id desc);

create table stock_movements (
  id           bigint generated always as identity primary key,
  item_id      integer not null references stock_items on delete cascade,
  from_place   text,
  to_place     text not null,
  cause        text not null
    check (cause in ('entered', 'moved', 'undone', 'registered', 'transferred', 'deleted')),
  -- User name of who did it, which stays when the account goes. Null: the platform.
  operator     text,
  paper_number text,
  receiver     text,
  note         text,
  -- The batch that it was a row of, which can be undone while it is the last one.
  import_id    integer,
  time         bigint not null
);
create index stock_movements_item on stock_movements (item_id, id desc);

-- Whose factory an account's devices come from: the nearest administrator. Customers are all but administrators and the
-- factory's staff.
create function stock_place_of(account integer, out keeper_id integer, out is_customer boolean)
language sql stable as $$
  select
    (select above.id from unnest(string_to_array(trim(o.path, '/'), '/')::int4[]) as step (id)
      join accounts above on above.id = step.id
      where above.role = 1 order by length(above.path) desc limit 1),
    o.role in (2, 3, 4, 13)
  from accounts o where o.id = account
$$;

-- What `trackway.stock` says of the change: who does it, with which paper.
create function stock_change() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('trackway.stock', true), '')::jsonb, '{}')
    || jsonb_build_object('now', (extract(epoch from clock_timestamp()) * 1000)::int8)
$$;

create function stock_added_devices() returns trigger language plpgsql as $$
declare
  change constant jsonb := stock_change();
begin
  with owners as materialized (
    select account_id, p.* from (select distinct account_id from after) as a cross join lateral stock_place_of(account_id) as p
  ), placed as materialized (
    select d.terminal_id, d.device_type_id, o.keeper_id, s.place as from_place,
      case when o.is_customer then 'sold' when s.place in ('sold', 'shipped') then 'returned'
        else coalesce(s.place, 'inStock') end as to_place
    from after d join owners o using (account_id) left join stock_items s using (terminal_id)
    where o.keeper_id is not null
  ), items as (
    insert into stock_items as i (account_id, terminal_id, device_type_id, place, place_time, paper_number, receiver, create_time)
    select keeper_id, terminal_id, device_type_id, to_place, (change ->> 'now')::int8, change ->> 'paperNumber',
      change ->> 'receiver', (change ->> 'now')::int8
    from placed
    on conflict (terminal_id) do update set account_id = excluded.account_id, device_type_id = excluded.device_type_id,
      place = excluded.place,
      place_time = case when i.place = excluded.place then i.place_time else excluded.place_time end,
      paper_number = case when i.place = excluded.place then i.paper_number else excluded.paper_number end,
      receiver = case when i.place = excluded.place then i.receiver else excluded.receiver end
    returning id, terminal_id
  )
  insert into stock_movements (item_id, from_place, to_place, cause, operator, paper_number, receiver, note, time)
  select i.id, p.from_place, p.to_place, 'registered', change ->> 'operator', change ->> 'paperNumber',
    change ->> 'receiver', change ->> 'note', (change ->> 'now')::int8
  from placed p join items i using (terminal_id) where p.from_place is distinct from p.to_place;
  return null;
end
$$;
create trigger stock_added_devices after insert on devices referencing new table as after
  for each statement execute function stock_added_devices();

create function stock_transferred_device() returns trigger language plpgsql as $$
declare
  change constant jsonb := stock_change();
  there constant record := stock_place_of(new.account_id);
  before stock_items;
  next_place text;
  item integer;
begin
  if there.keeper_id is null then return null; end if;
  select * into before from stock_items where terminal_id = new.terminal_id for update;
  next_place := case when there.is_customer then 'sold'
    when before.place in ('sold', 'shipped') or (stock_place_of(old.account_id)).is_customer and before.place is null
      then 'returned'
    else coalesce(before.place, 'inStock') end;
  if before.place = next_place then
    update stock_items set account_id = there.keeper_id where id = before.id and account_id <> there.keeper_id;
    return null;
  end if;
  insert into stock_items (account_id, terminal_id, device_type_id, place, place_time, paper_number, receiver, create_time)
  values (there.keeper_id, new.terminal_id, new.device_type_id, next_place, (change ->> 'now')::int8,
    change ->> 'paperNumber', change ->> 'receiver', (change ->> 'now')::int8)
  on conflict (terminal_id) do update set account_id = excluded.account_id, place = excluded.place,
    place_time = excluded.place_time, paper_number = excluded.paper_number, receiver = excluded.receiver
  returning id into item;
  insert into stock_movements (item_id, from_place, to_place, cause, operator, paper_number, receiver, note, time)
  values (item, before.place, next_place, 'transferred', change ->> 'operator', change ->> 'paperNumber',
    change ->> 'receiver', change ->> 'note', (change ->> 'now')::int8);
  return null;
end
$$;
create trigger stock_transferred_device after update of account_id on devices
  for each row when (old.account_id <> new.account_id) execute function stock_transferred_device();

-- A registration that is taken back before the device ever reported takes its movement back; else the device is where it
-- was.
create function stock_deleted_devices() returns trigger language plpgsql as $$
declare
  change constant jsonb := stock_change();
begin
  with latest as materialized (
    select i.id, i.place, m.from_place
    from before d join stock_items i using (terminal_id) cross join lateral (
      select cause, from_place from stock_movements where item_id = i.id order by id desc limit 1) as m
    where d.activate_time is null and m.cause = 'registered'
  ), gone as (
    delete from stock_items i using latest l where i.id = l.id and l.from_place is null
  ), back as (
    update stock_items i set place = l.from_place, place_time = (change ->> 'now')::int8, paper_number = null, receiver = null
    from latest l where i.id = l.id and l.from_place is not null
  )
  insert into stock_movements (item_id, from_place, to_place, cause, operator, time)
  select id, place, from_place, 'deleted', change ->> 'operator', (change ->> 'now')::int8
  from latest where from_place is not null;
  return null;
end
$$;
create trigger stock_deleted_devices after delete on devices referencing old table as before
  for each statement execute function stock_deleted_devices();
