-- Who may speak for a device: authentication codes, and numbers learnt from headers.

alter table device_types add column code_rule text not null default 'any'
  check (code_rule in ('any', 'learn', 'demand')),
  -- Only its devices say codes: those of another protocol would be locked out.
  add constraint device_types_coded check (code_rule = 'any' or wire = 'jt808');

create table device_codes (
  device_id     integer primary key references devices on delete cascade,
  -- SHA-256 of the device's id and a code: the one it said last, and the one handed out since and not said yet.
  kept_hash     bytea,
  offered_hash  bytea
);

-- A number that a device says in its header, though it is registered by the id in its body, is its key too. Null:
-- several devices say it, so it leads to none, and nobody can register it.
alter table device_keys add column is_learnt boolean not null default false,
  alter column device_id drop not null,
  add check (device_id is not null or is_learnt);

create or replace function claim_device_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.terminal_id = old.terminal_id then return null; end if;
    delete from device_keys where device_id = new.id;
  end if;
  insert into device_keys (key, device_id) select device_keys_of(new.terminal_id), new.id;
  return null;
end
$$;

-- Commands to devices, and what became of them. The database says who may deliver one: a row goes from 'queued' to
-- 'sent' in the statement by which the gateway that holds the device takes it, so it is delivered once.

alter table device_types
  -- Commands that are offered for its devices: names of core/commands/commands.ts; null: all that its protocol has.
  add column commands text[],
  -- Texts that the model has instead of those of its protocol, by command.
  add column command_texts jsonb not null default '{}',
  -- Text messages that tell a new device where to report to; what stands in braces is filled in
  -- (core/commands/setup-texts.ts).
  add column setup_texts text[] not null default '{}';

update device_types set setup_texts = case wire
  when 'gt06' then array['APN,{apn},{apnUser},{apnPassword}#', 'SERVER,{hostKind},{host},{port},0#']
  when 'jt808' then array['APN,{apn},{apnUser},{apnPassword}#', 'SERVER,{hostKind},{host},{port},0#']
  when 'bsj' then array['<SPBSJ*P:BSJGPS*T:{host},{port}*N:{id}>']
  when 'h02' then array['8030000 {apn}', '8040000 {host} {port}']
  when 'gps103' then array['apn123456 {apn}', 'adminip123456 {host} {port}', 'gprs123456']
  when 'tk103' then array['apn123456 {apn}', 'adminip123456 {host} {port}']
  when 'teltonika' then
    array['  setparam 2001:{apn};2002:{apnUser};2003:{apnPassword};2004:{host};2005:{port};2006:0']
  when 'topflytech' then array['IP,000000,{host},{port}#']
  when 'watch' then array['pw,123456,apn,{apn},{apnUser},{apnPassword},#', 'pw,123456,ip,{host},{port}#']
  when 'meitrack' then array['0000,A21,1,{host},{port},{apn},{apnUser},{apnPassword}']
  else '{}' end;
-- Models of one protocol have each their own text for the mode they work in.
update device_types set commands = array[
  'oilCut', 'oilRestore', 'oilState', 'locate', 'mapLink', 'status', 'settings', 'network', 'version', 'iccid',
  'selfCheck', 'fences', 'timer', 'distance', 'corner', 'heartbeat', 'resendBatch', 'staticFilter', 'gpsOn',
  'workMode', 'sleep', 'sleepLamp', 'shutdown', 'movementAlarm', 'vibrationAlarm', 'sensitivity', 'vibrationTimes',
  'powerOffAlarm', 'lowPowerAlarm', 'externalLowAlarm', 'externalLowCut', 'speedAlarm', 'tamper', 'accAlarm',
  'sosAlarm', 'collisionAlarm', 'towAlarm', 'fenceOn', 'fenceRectangle', 'fenceOff', 'defenceOn', 'defenceOff',
  'defenceDelay', 'defenceMode', 'resetAlarm', 'sos', 'sosDelete', 'centreNumber', 'centreNumberDelete',
  'devicePassword', 'language', 'monitorCall', 'record', 'reset', 'factory', 'server', 'apn', 'timeZone', 'gprs',
  'mileage', 'externalPower', 'clearData', 'text'] where name in ('K100', 'K100b', 'K100b4g');
update device_types set commands = array[
  'oilCut', 'oilRestore', 'oilState', 'locate', 'mapLink', 'status', 'settings', 'network', 'version', 'iccid',
  'timer', 'heartbeat', 'wakeMode', 'vibrationAlarm', 'sensitivity', 'lowPowerAlarm', 'tamper', 'defenceOn',
  'defenceOff', 'sos', 'sosDelete', 'centreNumber', 'centreNumberDelete', 'reset', 'factory', 'server', 'apn',
  'timeZone', 'mileage', 'text'] where name in ('R001', 'R002');
update device_types set commands = array[
  'locate', 'settings', 'version', 'timer', 'heartbeat', 'sleepInterval', 'mileage', 'tireQuery', 'tireLearn',
  'tireSwap', 'tirePressure', 'tireTemperature', 'tireDefaults', 'tireConfirm', 'reset', 'factory', 'server', 'apn',
  'text'] where name = 'Tire';
update device_types set
  sensors = case
    when name in ('K100', 'K100b', 'K100b4g') then
      array['ignition', 'externalPower', 'battery', 'relay', 'sos', 'vibration', 'light', 'microphone']
    when name in ('R001', 'R002') then array['battery', 'relay', 'vibration', 'light']
    when name = 'Tire' then array['ignition', 'externalPower', 'tyres']
    when name = 'Obd' then array['ignition', 'externalPower', 'fuel']
    when name = 'GW005808' then array['ignition', 'externalPower', 'battery', 'relay', 'tyres']
    when name in ('Gt06', 'Hc') then
      array['ignition', 'externalPower', 'battery', 'relay', 'sos', 'vibration', 'door']
    when name in ('Bsj', 'eight', 'Y808', 'XiaoGuo') then array['ignition', 'externalPower', 'battery', 'relay']
    when name in ('Sagex', 'Nb', 'Nbiot', 'A3') then array['battery', 'vibration', 'light']
    else sensors end,
  work_modes = case
    when name in ('K100', 'K100b', 'K100b4g') then array['realTime', 'interval', 'saving', 'sleep']
    when name in ('R001', 'R002', 'Sagex') then array['realTime', 'interval', 'clock', 'sleep']
    when name in ('Nb', 'Nbiot', 'A3') then array['interval', 'sleep']
    when id < 100 then array['realTime'] else work_modes end;

create table commands (
  id                  integer generated by default as identity primary key,
  device_id           integer not null references devices on delete cascade,
  -- Who had the device when it was sent.
  account_id          integer not null references accounts on delete cascade,
  sender_id           integer references accounts on delete set null,
  sender              text not null,
  -- The batch that it belongs to.
  job_id              integer references jobs on delete set null,
  -- What it is, for rules and lists; a free text that cuts the oil is an oil cut.
  code                text not null,
  -- What is written to the device: code and parameters.
  command             jsonb not null,
  -- Of those of one kind that wait for a device, only the newest stays.
  kind                text not null,
  content             text not null,
  -- It waits for a device that is not connected.
  is_offline          boolean not null default false,
  -- Not on a connection that stood when it was stored.
  is_next_connection  boolean not null default false,
  -- It reached the device in another way, and was only written down.
  is_recorded         boolean not null default false,
  state               text not null default 'queued',
  -- The process that sent it, or `nb-platform`.
  gateway             text,
  -- What the platform of the device's network calls it (NB-IoT).
  platform_command_id text,
  reply               text,
  -- Of S1: 1 success, 2 timeout, 3 error.
  result              smallint,
  -- Class of the reply (core/commands/classify-reply.ts).
  reply_class         text,
  failure             text,
  -- Why it was not delivered when it could have been; it still waits.
  held_by             text,
  -- By what the device shows that it obeyed, and until when that is looked for.
  effect              jsonb,
  effect_by_time      bigint,
  -- Not before.
  due_time            bigint not null,
  create_time         bigint not null,
  sent_time           bigint,
  answer_by_time      bigint,
  acknowledge_time    bigint,
  confirm_time        bigint,
  -- When it failed, expired or was cancelled.
  end_time            bigint,
  expire_time         bigint not null,
  constraint commands_state check
    (state in ('queued', 'sent', 'acknowledged', 'confirmed', 'failed', 'expired', 'cancelled'))
);
create index commands_device on commands (device_id, id);
create index commands_account on commands (account_id, id);
create index commands_job on commands (job_id) where job_id is not null;
-- Old ones are removed by it, some thousand at a time. Not partitioned: one row in two states must not be, whatever its
-- day, and a device answers what was sent yesterday.
create index commands_created on commands (create_time);
create index commands_pending on commands (effect_by_time) where state = 'acknowledged' and reply_class = 'pending';
create index commands_queued on commands (expire_time) where state = 'queued';
-- Many devices answer without saying to what: one at a time.
create unique index commands_open on commands (device_id) where state = 'sent';

-- Commands with their values that are kept under a name, for the account and all below it.
create table command_orders (
  id           integer generated by default as identity primary key,
  account_id   integer not null references accounts on delete cascade,
  name         text not null,
  command      jsonb not null,
  create_time  bigint not null,
  unique (account_id, name)
);

-- An unlocked engine that is locked again ten minutes after the vehicle left the area.
create table temporary_unlocks (
  id               integer generated by default as identity primary key,
  device_id        integer not null references devices on delete cascade,
  sender_id        integer references accounts on delete set null,
  sender           text not null,
  -- The command that unlocked, and the one that locked again.
  command_id       integer references commands on delete set null,
  lock_command_id  integer references commands on delete set null,
  -- As in fences: WGS-84.
  area             jsonb not null,
  -- Outside since; null: inside, or not seen outside yet.
  left_time        bigint,
  create_time      bigint not null,
  end_time         bigint
);
create unique index temporary_unlocks_open on temporary_unlocks (device_id) where end_time is null;
