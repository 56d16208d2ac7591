-- concurrently
-- Unread warnings and critical alarms, which the badge counts among any number of notices.
create index concurrently if not exists alarm_episodes_account_urgent on alarm_episodes (account_id, start_time)
  include (device_id) where read_time is null and severity >= 2;
create index concurrently if not exists alarm_episodes_urgent on alarm_episodes (start_time)
  where read_time is null and severity >= 2;
