-- Accounts at the platforms of mobile operators, which are asked about SIM cards and switch them.
create table sim_platforms (
  id                  integer generated always as identity primary key,
  account_id          integer not null references accounts,
  provider            text not null,
  name                text not null,
  settings            jsonb not null,
  -- Sealed.
  secret              bytea,
  is_enabled          boolean not null,
  calls_per_second    double precision not null,
  poll_hours          smallint not null,
  -- Sealed; all processes use the same one.
  token               bytea,
  token_expire_time   bigint,
  -- A bucket: so many requests may be made at this time, and more as time passes.
  calls_left          double precision not null default 0,
  calls_time          bigint not null default 0,
  success_time        bigint,
  -- Why it does not answer, in our words and its own, and when it is asked again.
  failure             text,
  failure_text        text,
  rest_until_time     bigint,
  create_time         bigint not null,
  change_time         bigint not null
);
create index sim_platforms_account on sim_platforms (account_id);

create table sim_cards (
  id               integer generated always as identity primary key,
  -- The administrator whose cards they are, as of the stock.
  account_id       integer not null references accounts,
  iccid            text not null,
  -- Platforms and devices write 19 or 20 characters of the same card.
  iccid_key        text not null generated always as (upper(left(iccid, 19))) stored,
  msisdn           text,
  imsi             text,
  operator         text not null
    check (operator in ('chinaMobile', 'chinaUnicom', 'chinaTelecom', 'chinaBroadnet', 'global', 'other')),
  plan             text,
  expire_time      bigint,
  state            text not null default 'unknown'
    check (state in ('testable', 'stock', 'ready', 'active', 'suspended', 'closed', 'unknown')),
  -- The code of the platform, and when it was last told.
  raw_state        text,
  state_time       bigint,
  -- Of this month, counted until this time.
  used_bytes       bigint,
  used_time        bigint,
  -- The device that it is matched to, registered or not.
  terminal_id      text,
  -- What does not fit together, kept by the checks below.
  mismatch         text check (mismatch in ('reported', 'entered', 'unmatched')),
  platform_id      integer references sim_platforms on delete set null,
  -- When the platform was last asked about it, and why it did not answer.
  poll_time        bigint,
  poll_failure     text,
  -- What the platform is told to do: waiting for its turn, sent, or refused.
  action           text check (action in ('stop', 'resume', 'activate')),
  action_stage     text check (action_stage in ('waiting', 'sent', 'failed')),
  action_time      bigint,
  action_failure   text,
  action_operator  text,
  -- When the platform last took one, which bounds the next.
  acted_time       bigint,
  create_time      bigint not null,
  search_text      text not null generated always as (lower(iccid || E'\n' || coalesce(msisdn, '') || E'\n'
    || coalesce(imsi, '') || E'\n' || coalesce(terminal_id, '') || E'\n' || coalesce(plan, ''))) stored,
  unique (account_id, iccid_key),
  check ((action is null) = (action_stage is null))
);
create index sim_cards_key on sim_cards (iccid_key);
create index sim_cards_device on sim_cards (terminal_id) where terminal_id is not null;
create index sim_cards_search on sim_cards using gin (search_text gin_trgm_ops);
create index sim_cards_check on sim_cards (account_id, (mismatch is null), id desc);
create index sim_cards_state on sim_cards (account_id, state, (mismatch is null), id desc);
create index sim_cards_iccid on sim_cards (account_id, iccid, id);
create index sim_cards_expiry on sim_cards (account_id, expire_time, id);
create index sim_cards_used on sim_cards (account_id, used_bytes desc nulls last, id desc);
create index sim_cards_poll on sim_cards (platform_id, poll_time nulls first, id) where platform_id is not null;
create index sim_cards_action on sim_cards (action_time) where action_stage in ('waiting', 'sent');

create table sim_events (
  id           bigint generated always as identity primary key,
  card_id      integer not null references sim_cards on delete cascade,
  kind         text not null
    check (kind in ('added', 'matched', 'cleared', 'stateChanged', 'ordered', 'orderFailed')),
  terminal_id  text,
  from_value   text,
  to_value     text,
  -- User name of who did it, which stays when the account goes. Null: the platform.
  operator     text,
  time         bigint not null
);
create index sim_events_card on sim_events (card_id, id desc);
create index sim_events_device on sim_events (terminal_id, time desc) where terminal_id is not null;

-- Cards and devices that have to be compared again, because a device changed: whoever changes devices writes rows and
-- waits for nobody who has cards.
create table sim_checks (
  iccid_key    text,
  terminal_id  text
);

create function note_sim_checks(iccids text[], terminal_ids text[]) returns void language sql as $$
  insert into sim_checks (iccid_key, terminal_id)
  select upper(left(iccid, 19)), terminal_id from unnest(iccids, terminal_ids) as n (iccid, terminal_id)
  where (iccid is not null or terminal_id is not null) and exists (select from sim_cards)
$$;

create function note_sim_of_device() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_sim_checks(array[new.iccid, new.information ->> 'iccid'], array[new.terminal_id]);
  elsif tg_op = 'DELETE' then
    perform note_sim_checks(array[old.iccid, old.information ->> 'iccid'], array[old.terminal_id]);
  else
    perform note_sim_checks(
      array[old.iccid, old.information ->> 'iccid', new.iccid, new.information ->> 'iccid'],
      array[old.terminal_id, new.terminal_id]);
  end if;
  return null;
end
$$;
create trigger sim_of_new_device after insert on devices
  for each row when (new.iccid is not null or new.information ? 'iccid') execute function note_sim_of_device();
create trigger sim_of_gone_device after delete on devices
  for each row when (old.iccid is not null or old.information ? 'iccid') execute function note_sim_of_device();
create trigger sim_of_device after update of iccid, information, account_id, terminal_id on devices
  for each row when (old.iccid is distinct from new.iccid
    or old.information ->> 'iccid' is distinct from new.information ->> 'iccid'
    or old.account_id <> new.account_id or old.terminal_id <> new.terminal_id)
  execute function note_sim_of_device();
