-- Crossings of a fence and devices that are switched off are notices unless somebody set something else, and crossings
-- of one device and fence that follow each other within ten minutes are one episode.
create function pg_temp.names_urgent_crossings(codes integer[]) returns boolean language sql as $$
  -- Nothing else that they name would be told of anew: all were warnings or graver.
  select codes && '{3,4,16}' and not exists (select from alarm_codes c where c.code = any(codes) and c.severity < 2)
$$;
-- Rules and webhooks that name them by their codes still tell of them.
update notification_rules set severity = null where severity = 2 and pg_temp.names_urgent_crossings(codes);
update webhooks set severity = null where severity = 2 and pg_temp.names_urgent_crossings(codes);
update alarm_codes set severity = 1, window_ms = 600000 where code in (3, 4);
update alarm_codes set severity = 1 where code = 16;

-- Raised by a person or an accident: after an earlier one was acknowledged the next is an episode of its own.
alter table alarm_codes add column is_call boolean not null default false;
update alarm_codes set is_call = true where code in (0, 21, 22);

create or replace function put_alarms_into_episodes() returns trigger language plpgsql as $$
begin
  -- Every commit of ingest inserts alarms, and mostly none.
  if not exists (select from added) then
    return null;
  end if;
  insert into alarm_keys
  select distinct device_id, code, subject_id from added order by 1, 2, 3 on conflict do nothing;
  perform from alarm_keys k
  where (k.device_id, k.code, k.subject_id) in (select device_id, code, subject_id from added)
  order by k.device_id, k.code, k.subject_id for update;

  with settings as materialized (
    select d.id as device_id, merged_settings(s.own order by s.level) as own
    from devices d join accounts a on a.id = d.account_id
      cross join lateral level_settings_at(a.path, d.device_type_id, d.id) s
    where s.kind = 'alarm' and d.id in (select device_id from added) group by d.id
  ), rules as (
    select q.device_id, q.code,
      coalesce((s.own ->> (c.name || '.windowMinutes'))::int4 * 60000, c.window_ms, 600000) as window_ms,
      coalesce(array_position('{notice,warning,critical}', s.own ->> (c.name || '.severity')), c.severity, 2) as severity,
      coalesce((s.own ->> (c.name || '.isOn'))::boolean, true) as is_on, coalesce(c.is_call, false) as is_call
    from (select distinct device_id, code from added) q
      left join alarm_codes c on c.code = q.code left join settings s on s.device_id = q.device_id
  ), occurrences as (
    select a.*, r.window_ms, r.severity, r.is_call,
      lag(a.fix_time) over of_key as before_time,
      -- Did something begin before, among these occurrences, that has not ended?
      coalesce(max(a.fix_time * 2 + (a.phase = 'begin')::int4) filter (where a.phase <> 'moment') over before_it % 2, 0)
        = 1 as was_open
    from added a join rules r on r.device_id = a.device_id and r.code = a.code and r.is_on
    window of_key as (partition by a.device_id, a.account_id, a.code, a.subject_id order by a.fix_time),
      before_it as (of_key rows between unbounded preceding and 1 preceding)
  ), parts as (
    select *, count(*) filter (where not was_open and fix_time - before_time > window_ms)
      over (partition by device_id, account_id, code, subject_id order by fix_time) as part
    from occurrences
  ), stretches as (
    select row_number() over () as stretch, device_id, account_id, code, subject_id, window_ms, severity, is_call,
      min(fix_time) as first_time, max(fix_time) as last_time,
      min(fix_time) filter (where phase <> 'end') as start_time,
      count(*) filter (where phase <> 'end') as count,
      min(server_time) as server_time, max(speed_kmh) as max_speed_kmh,
      (array_agg(latitude_e7 order by fix_time) filter (where phase <> 'end'))[1] as latitude_e7,
      (array_agg(longitude_e7 order by fix_time) filter (where phase <> 'end'))[1] as longitude_e7,
      (array_agg(speed_kmh order by fix_time) filter (where phase <> 'end'))[1] as speed_kmh,
      (array_agg(source order by fix_time) filter (where phase <> 'end'))[1] as source,
      merged_alarm_detail(detail::jsonb order by fix_time) as detail,
      -- The last that began or ended something: its time, twice, and one more where it began.
      max(fix_time * 2 + (phase = 'begin')::int4) filter (where phase <> 'moment') as phase
    from parts group by device_id, account_id, code, subject_id, window_ms, severity, is_call, part
  ), matched as (
    select s.*, e.id as episode_id, e.is_open as was_open
    from stretches s left join lateral (
      -- What people have settled takes only what came late from its own time.
      select id, is_open from alarm_episodes
      where device_id = s.device_id and account_id = s.account_id and code = s.code and subject_id = s.subject_id
        and start_time <= s.last_time + s.window_ms and (is_open or end_time >= s.first_time - s.window_ms)
        and (is_open or s.count > 0)
        and (state = 'new'
          -- A call for help that comes after an earlier one was acknowledged is another.
          or state = 'acknowledged' and (not s.is_call or s.first_time <= handle_time)
          or s.first_time >= start_time and s.last_time <= end_time)
      order by start_time <= s.first_time desc, abs(start_time - s.first_time), id limit 1
    ) e on true
  ), changes as (
    select episode_id, was_open, min(coalesce(start_time, last_time)) as first_time, max(last_time) as last_time, sum(count) as count,
      min(server_time) as server_time, max(max_speed_kmh) as max_speed_kmh, max(phase) as phase,
      (array_agg(latitude_e7 order by first_time))[1] as latitude_e7,
      (array_agg(longitude_e7 order by first_time))[1] as longitude_e7,
      (array_agg(speed_kmh order by first_time))[1] as speed_kmh,
      merged_alarm_detail(detail order by first_time) as detail
    from matched where episode_id is not null group by episode_id, was_open
  ), locked as (
    -- In the order in which whoever handles episodes locks them too.
    select id from alarm_episodes where id in (select episode_id from changes) order by id for update
  ), changed as (
    update alarm_episodes e set
      latitude_e7 = case when c.first_time < e.start_time then c.latitude_e7 else e.latitude_e7 end,
      longitude_e7 = case when c.first_time < e.start_time then c.longitude_e7 else e.longitude_e7 end,
      speed_kmh = case when c.first_time < e.start_time then c.speed_kmh else e.speed_kmh end,
      start_time = least(e.start_time, c.first_time),
      end_time = greatest(e.end_time, c.last_time),
      open_since = case
        when c.phase % 2 = 1 then greatest(e.open_since, c.phase / 2)
        when c.phase / 2 >= e.open_since then null
        else e.open_since end,
      server_time = least(e.server_time, c.server_time),
      count = e.count + c.count,
      max_speed_kmh = greatest(e.max_speed_kmh, c.max_speed_kmh),
      detail = coalesce(
        case when c.first_time < e.start_time then merge_alarm_detail(c.detail, e.detail)
          else merge_alarm_detail(e.detail, c.detail) end,
        e.detail, c.detail),
      sequence = nextval('alarm_sequence')
    from changes c join locked l on l.id = c.episode_id
    where e.id = l.id
    returning e.id, e.end_time, c.was_open and not e.is_open as is_closed
  ), begun as (
    insert into alarm_episodes (device_id, account_id, code, subject_id, start_time, end_time, open_since, server_time,
      count, latitude_e7, longitude_e7, speed_kmh, max_speed_kmh, source, detail, severity, is_muted)
    select device_id, account_id, code, subject_id, start_time, last_time, case when phase % 2 = 1 then phase / 2 end,
      server_time, count, latitude_e7, longitude_e7, speed_kmh, max_speed_kmh, source, detail, severity,
      exists (
        select from alarm_mutes m left join device_states s on s.device_id = m.device_id
        where m.device_id = matched.device_id and m.code = matched.code
          and coalesce(m.until_time > matched.server_time, s.stopped_since <= m.create_time))
    from matched where episode_id is null and count > 0 order by device_id, first_time
    returning id, server_time, is_muted
  )
  insert into alarm_news (episode_id, change, time)
  select id, 'opened', server_time from begun where not is_muted
  union all select id, 'closed', end_time from changed where is_closed;
  return null;
end
$$;
