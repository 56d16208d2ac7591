import type { OwnAlarmSettings } from '@trackway/core/alarms/alarm-settings.ts'
import type { BusLine, BusStop } from '@trackway/core/api/bus.ts'
import type { FenceSchedule } from '@trackway/core/api/fences.ts'
import type { ExportJob, ExportQuestion, ListQuestion } from '@trackway/core/api/reports/exports.ts'
import type { ReportSchedule, ScheduleQuestion } from '@trackway/core/api/reports/report-schedules.ts'
import type { ListView } from '@trackway/core/api/reports/views.ts'
import type { BusState } from '@trackway/core/bus/progress.ts'
import type { AlarmChange, AlarmState } from '@trackway/core/codes/alarms.ts'
import type { AuditKind } from '@trackway/core/codes/audit.ts'
import type { CodeRule } from '@trackway/core/codes/code-rules.ts'
import type { CloseReason } from '@trackway/core/codes/frames.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { LedgerAsset, LedgerKind } from '@trackway/core/codes/ledger.ts'
import type {
  AttemptOutcome,
  DeliveryReason,
  DeliveryState,
  NotifyChange,
  NotifyChannel,
  PostType,
} from '@trackway/core/codes/notifications.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { CommandResult, ReplyClass } from '@trackway/core/commands/classify-reply.ts'
import type { CommandFailure, CommandHold, CommandState } from '@trackway/core/commands/command-states.ts'
import type { Command, CommandCode, Effect } from '@trackway/core/commands/commands.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { Finding, ImportCells } from '@trackway/core/imports/check-cells.ts'
import type { KnownHeadings } from '@trackway/core/imports/match-columns.ts'
import type { LiveReadings } from '@trackway/core/readings/readings.ts'
import type { ReportSummary } from '@trackway/core/reports/summary.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** What is set for an account, a type of its devices or a device: the names of what is set and their values. */
interface LevelSettings {
  account_id: number | null
  device_type_id: number | null
  device_id: number | null
  own: JSONColumnType<Record<string, unknown>>
}

/** The tables of `migrations/` as Kysely sees them; partitioned ones are written by hand-made SQL only. */
export interface Tables {
  accounts: {
    id: Generated<number>
    parent_id: number | null
    path: string
    username: string
    password_hash: string
    role: RoleId
    nickname: string | null
    realname: string | null
    telephone: string | null
    email: string | null
    language: string | null
    time_zone: Generated<string>
    units: Generated<string>
    remark: string | null
    expire_time: number | null
    is_demo: Generated<boolean>
    create_time: number
    /** When somebody else last set its password. */
    password_reset_time: Generated<number>
    must_change_password: Generated<boolean>
    /** Since when it may not sign in. */
    suspend_time: number | null
    region: string | null
    customer_group: string | null
  }
  sessions: {
    token_hash: Buffer
    account_id: number
    device_id: number | null
    is_long: boolean
    create_time: number
    expire_time: number
    last_used_time: number
    link_id: number | null
    /** A superior who acts as the account. */
    acted_by: number | null
    acted_from: Buffer | null
    id: Generated<number>
    /** Network address and user agent that it was opened from. */
    address: string | null
    browser: string | null
  }
  login_attempts: { key: string; attempts: number; last_time: number; until_time: number }
  pictures: { id: Generated<number>; content_type: string; bytes: Buffer; create_time: number }
  device_types: {
    id: number
    name: string
    /** What people know the model by. */
    label: string | null
    picture_id: number | null
    wire: string
    is_offline_capable: Generated<boolean>
    icon_type: Generated<string>
    utc_offset_minutes: number | null
    dialect: string | null
    is_checksum_optional: Generated<boolean>
    online_timeout_seconds: Generated<number>
    code_rule: Generated<CodeRule>
    import_protocol: Generated<number>
    sensors: Generated<string[]>
    work_modes: Generated<string[]>
    factory_visible: Generated<boolean>
    track_optimisation: Generated<boolean>
    commands: string[] | null
    setup_texts: Generated<string[]>
    command_texts: Generated<JSONColumnType<NonNullable<DeviceProfile['commandTexts']>>>
  }
  devices: {
    id: Generated<number>
    terminal_id: string
    account_id: number
    device_type_id: number
    nickname: string | null
    car_number: string | null
    iccid: string | null
    sim: string | null
    icon_type: Generated<string>
    remark: string | null
    activate_time: number | null
    platform_expire_time: number | null
    platform_months: number | null
    platform_from_activation: Generated<boolean>
    user_expire_time: number | null
    user_months: number | null
    user_from_activation: Generated<boolean>
    utc_offset_minutes: number | null
    host: string | null
    import_protocol: Generated<number>
    picture_id: number | null
    password_hash: string | null
    /** What was reported before is in the archive of a reset. */
    history_from_time: number | null
    information: Generated<JSONColumnType<Record<string, unknown>>>
    create_time: number
    search_text: ColumnType<string, never, never>
    /** The odometer of the vehicle shows the device's plus this. */
    odometer_offset_m: Generated<number>
  }
  /** The sum of an account's rows is what it owns itself. */
  device_counts: { account_id: number; devices: number; unactivated: number }
  expired_places: {
    device_id: number
    expire_time: number
    state_time: number | null
    fix_time: number | null
    latitude_e7: number | null
    longitude_e7: number | null
    course_deg: number | null
  }
  device_resets: {
    id: Generated<number>
    device_id: number
    time: number
    actor_id: number | null
    history_from_time: number | null
    activate_time: number | null
    information: JSONColumnType<Record<string, unknown>>
    state: JSONColumnType<Record<string, unknown>>
  }
  device_links: {
    id: Generated<number>
    cert_hash: Buffer
    device_id: number
    account_id: number
    create_time: number
    expire_time: number
    last_use_time: number | null
  }
  audit_events: {
    id: Generated<number>
    time: number
    kind: AuditKind
    account_id: number | null
    actor_id: number | null
    acted_as_id: number | null
    terminal_id: string | null
    address: string | null
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    times: Generated<number>
    repeat_key: string | null
  }
  ledger_balances: { account_id: number; asset: LedgerAsset; balance: number }
  ledger_movements: {
    id: Generated<number>
    time: number
    asset: LedgerAsset
    kind: LedgerKind
    operator_id: number | null
    reference: string | null
    remark: string | null
  }
  ledger_entries: {
    id: Generated<number>
    movement_id: number
    book: 'held' | 'issued' | 'used'
    account_id: number | null
    account_name: string | null
    amount: number
    before_balance: number | null
    after_balance: number | null
  }
  device_limits: { id: Generated<number>; account_id: number; total_device_count: number }
  device_states: {
    device_id: number
    /** Which gateway process holds the connection; null: none. */
    gateway: string | null
    is_connected: Generated<boolean>
    connected_time: number | null
    remote_address: string | null
    wire: string | null
    /** Last change of this row. */
    change_time: number
    /** Last time anything was heard. */
    state_time: number | null
    fix_time: number | null
    latitude_e7: number | null
    longitude_e7: number | null
    speed_kmh: number | null
    course_deg: number | null
    altitude_m: number | null
    satellites: number | null
    acc_on: boolean | null
    acc_since: number | null
    stopped_since: number | null
    gsm_level: number | null
    battery_percent: number | null
    battery_voltage_v: number | null
    external_voltage_v: number | null
    charging: boolean | null
    oil_cut: boolean | null
    armed: boolean | null
    door_open: boolean | null
    odometer_m: number | null
    /** Midnight, in the owner's time zone, that began the day `day_m` counts; an older day means 0 today. */
    day_start_time: number | null
    day_m: Generated<number>
    last_alarm: number | null
    last_alarm_time: number | null
    speed_limit_kmh: number | null
    /** `LiveReadings`; null while there are none. */
    readings: JSONColumnType<LiveReadings> | null
    derivation: Generated<JSONColumnType<Record<string, unknown>>>
  }
  imports: {
    /** The id of its job. */
    id: number
    account_id: number
    kind: string
    /** Account of the rows that name none. */
    owner_id: number
    time_zone: string
    is_whole: boolean
    file_name: string | null
    /** Which way the job goes. */
    is_undo: Generated<boolean>
    taken_counts: Generated<number>
    /** In `audit_events`: of its start, later of its undoing. */
    event_id: number
    create_time: number
    finish_time: number | null
  }
  import_rows: {
    import_id: number
    row: number
    cells: JSONColumnType<ImportCells>
    /** Cells of persons, sealed. */
    personal: Buffer | null
    state: 'waiting' | 'done' | 'failed' | 'undone'
    reason: JSONColumnType<Pick<Finding, 'column' | 'reason' | 'values'>> | null
    /** A device or an account. */
    target_id: number | null
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    password: Buffer | null
  }
  import_headings: {
    account_id: number
    kind: string
    headings: JSONColumnType<KnownHeadings>
  }
  told_ends: {
    id: Generated<number>
    /** Who was told. */
    account_id: number
    /** What ends: one of both. */
    device_id: number | null
    below_id: number | null
    end_time: number
    /** Within so many days; 0: it has ended. */
    days: number
    told_time: number
    seen_time: number | null
    job_id: number | null
  }
  track_shares: {
    id: Generated<number>
    token_hash: Buffer
    account_id: number
    title: string
    from_time: number
    to_time: number
    create_time: number
    expire_time: number
    with_alarms: Generated<boolean>
    views: Generated<number>
    last_view_time: number | null
  }
  track_share_devices: { share_id: number; device_id: number; number: number; name: string }
  live_shares: {
    id: Generated<number>
    token_hash: Buffer
    account_id: number
    title: string
    latitude_e7: number | null
    longitude_e7: number | null
    place_name: string | null
    create_time: number
    expire_time: number
    views: Generated<number>
    last_view_time: number | null
  }
  live_share_devices: { share_id: number; device_id: number }
  bus_lines: {
    id: Generated<number>
    account_id: number
    name: string
    direction: 'outbound' | 'inbound' | 'loop'
    colour: string
    shape: JSONColumnType<[lat: number, lon: number][]>
    length_m: number
    stops: JSONColumnType<BusStop[]>
    next_stop_id: number
    timetable: JSONColumnType<BusLine['timetable']>
    departures: number
    off_route_m: number | null
    off_route_points: number
    off_route_s: number
    search_text: string
    create_time: number
    change_time: number
  }
  bus_line_devices: { line_id: number; device_id: number }
  bus_progress: {
    device_id: number
    line_id: number | null
    depart_time: number | null
    fix_time: number
    state: JSONColumnType<BusState>
  }
  bus_passages: {
    line_id: number
    pass_time: number
    device_id: number
    stop_id: number
    stop_name: string
    arrive_time: number | null
    leave_time: number | null
    scheduled_time: number | null
  }
  bus_line_shares: {
    id: Generated<number>
    token_hash: Buffer
    line_id: number
    account_id: number
    create_time: number
    expire_time: number
    views: Generated<number>
    last_view_time: number | null
  }
  track_episodes: {
    device_id: number
    kind: number
    from_time: number
    to_time: number
    distance_m: number
    max_speed_kmh: number | null
    idle_ms: number
    from_latitude_e7: number | null
    from_longitude_e7: number | null
    to_latitude_e7: number | null
    to_longitude_e7: number | null
    began: number
    ended: number
    from_value: number | null
    to_value: number | null
    quarter_hour_sums: number[] | null
  }
  episode_progress: {
    device_id: number
    until_time: number | null
    seen_time: Generated<number>
    time_zone: string
    checkpoint: JSONColumnType<Record<string, unknown>> | null
    ignition_evidence: JSONColumnType<Record<string, unknown>> | null
    due_time: number | null
  }
  today_sums: {
    device_id: number
    today_start_time: number
    today_m: number
    counted_start_time: number | null
    counted_m: number | null
    change_time: number
  }
  contact_spans: { device_id: number; from_time: number; to_time: number }
  bus_late_fixes: { id: Generated<number>; device_id: number; from_time: number; until_time: number }
  late_fixes: { id: Generated<number>; device_id: number; from_time: number; until_time: number }
  track_changes: { id: Generated<number>; device_id: number; from_time: number; until_time: number | null }
  track_settings: LevelSettings
  tyre_settings: LevelSettings
  battery_settings: LevelSettings
  owner_records: {
    device_id: number
    key_id: string
    sealed: Buffer
    digests: Buffer[]
    change_time: number
  }
  fences: {
    id: Generated<number>
    account_id: number
    name: string
    colour: string
    tags: string[]
    is_open: boolean
    area: JSONColumnType<FenceArea>
    alarm_on: 'in' | 'out' | 'in/out'
    schedule: JSONColumnType<FenceSchedule> | null
    speed_limit_kmh: number | null
    must_be_inside: JSONColumnType<FenceSchedule> | null
    looked_time: Generated<number>
    dwell_s: number
    confirm_points: number | null
    confirm_s: number | null
    allow_lbs: boolean
    rule_ids: number[] | null
    create_time: number
    change_time: number
    version: Generated<number>
    since_time: number
    edit: Generated<number>
  }
  fence_devices: { fence_id: number; device_id: number; assign_time: number; version: Generated<number> }
  fence_accounts: { fence_id: number; account_id: number; assign_time: number; version: Generated<number> }
  risk_points: {
    id: Generated<number>
    account_id: number
    name: string
    category: string
    area: JSONColumnType<FenceArea>
    note: string | null
    minutes: number
    create_time: number
    change_time: number
    since_time: number
    version: Generated<number>
    edit: Generated<number>
  }
  odometer_corrections: {
    id: Generated<number>
    device_id: number
    time: number
    before_m: number | null
    odometer_m: number
    note: string
    account_id: number | null
  }
  address_cache: {
    cell_lat: number
    cell_lon: number
    language: string
    source: string
    address: JSONColumnType<Record<string, unknown>> | null
    answer_time: number
  }
  street_name_maps: { map_id: string; version: string; build_time: number }
  street_names: {
    id: Generated<number>
    map_id: string
    kind: string
    names: JSONColumnType<Record<string, string>>
    folded: string
    place: JSONColumnType<Record<string, string>> | null
    latitude_e7: number
    longitude_e7: number
    west_e7: number
    south_e7: number
    east_e7: number
    north_e7: number
  }
  address_usage: { day: number; source: string; asked: Generated<number>; failed: Generated<number> }
  device_keys: { key: string; device_id: number | null; is_learnt: Generated<boolean> }
  device_codes: { device_id: number; kept_hash: Buffer | null; offered_hash: Buffer | null }
  unknown_devices: {
    terminal_id: string
    wire: string
    remote_address: string
    attempts: number
    first_time: number
    last_time: number
  }
  connections: {
    id: number
    gateway: string
    device_id: number | null
    wire: string
    remote_address: string
    from_time: number
    until_time: number | null
    end_reason: CloseReason | null
    bytes_received: number
    bytes_sent: number
    frames_received: number
    frames_sent: number
  }
  permanent_logs: { device_id: number; added_time: number; added_by: number | null; note: string | null }
  jobs: {
    id: Generated<number>
    queue: string
    account_id: number | null
    key: string | null
    state: Generated<'queued' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'>
    after_id: number | null
    run: Generated<number>
    interruptions: Generated<number>
    beat_time: number | null
    done: Generated<number>
    total: number | null
    failure: string | null
    create_time: number
    start_time: number | null
    finish_time: number | null
    expire_time: number | null
    steps_per_second: number | null
    next_step_time: Generated<number>
  }
  job_steps: {
    job_id: number
    target: string
    step: number
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'unknown' | 'skipped'>
    tries: Generated<number>
    due_time: Generated<number>
    change_time: number
    failure: string | null
  }
  commands: {
    id: Generated<number>
    device_id: number
    account_id: number
    sender_id: number | null
    sender: string
    job_id: number | null
    code: CommandCode
    command: JSONColumnType<Command>
    kind: string
    content: string
    is_offline: Generated<boolean>
    is_next_connection: Generated<boolean>
    is_recorded: Generated<boolean>
    state: Generated<CommandState>
    gateway: string | null
    platform_command_id: string | null
    reply: string | null
    result: CommandResult | null
    reply_class: ReplyClass | null
    failure: CommandFailure | null
    held_by: CommandHold | null
    effect: JSONColumnType<Effect> | null
    effect_by_time: number | null
    due_time: number
    create_time: number
    sent_time: number | null
    answer_by_time: number | null
    acknowledge_time: number | null
    confirm_time: number | null
    end_time: number | null
    expire_time: number
  }
  command_orders: {
    id: Generated<number>
    account_id: number
    name: string
    command: JSONColumnType<Command>
    create_time: number
  }
  temporary_unlocks: {
    id: Generated<number>
    device_id: number
    sender_id: number | null
    sender: string
    command_id: number | null
    lock_command_id: number | null
    area: JSONColumnType<FenceArea>
    left_time: number | null
    create_time: number
    end_time: number | null
  }
  recurring_jobs: { name: string; next_time: number }
  exports: {
    id: number
    account_id: number
    question: JSONColumnType<ExportQuestion | ListQuestion>
    format: ExportJob['format']
    language: Language
    time_zone: string
    bytes: number | null
    chunks: number | null
    file_name: string | null
    summary: JSONColumnType<ReportSummary> | null
  }
  export_chunks: { export_id: number; run: number; number: number; bytes: Buffer }
  list_views: {
    id: Generated<number>
    account_id: number
    list: string
    name: string
    state: JSONColumnType<Pick<ListView, 'filter' | 'columns'>>
  }
  report_schedules: {
    id: Generated<number>
    account_id: number
    name: string
    question: JSONColumnType<ScheduleQuestion>
    format: ExportJob['format']
    rhythm: ReportSchedule['rhythm']
    on_day: number
    at_minute: number
    time_zone: string
    receivers: string[]
    language: Language
    is_enabled: boolean
    next_time: number | null
    last_time: number | null
    last_failure: string | null
    create_time: number
  }
  report_mailings: {
    id: number
    schedule_id: number
    export_id: number
    is_manual: boolean
    create_time: number
  }
  alarm_codes: { code: number; name: string; severity: number; window_ms: number }
  alarm_episodes: {
    id: Generated<number>
    device_id: number
    account_id: number
    code: number
    subject_id: Generated<number>
    start_time: number
    end_time: number
    open_since: number | null
    is_open: Generated<boolean>
    server_time: number
    count: number
    latitude_e7: number | null
    longitude_e7: number | null
    speed_kmh: number | null
    max_speed_kmh: number | null
    source: 'device' | 'platform'
    detail: JSONColumnType<Record<string, number | string | boolean | null>> | null
    severity: number
    is_muted: Generated<boolean>
    state: Generated<AlarmState>
    read_time: number | null
    assignee_id: number | null
    note: string | null
    address: string | null
    handler_id: number | null
    handle_time: number | null
    sequence: Generated<number>
  }
  alarm_handlings: {
    id: Generated<number>
    batch_id: number
    episode_id: number
    time: number
    account_id: number | null
    actor_id: number | null
    action: string
    note: string | null
    assignee_id: number | null
    before: JSONColumnType<object>
    undo_time: number | null
  }
  alarm_mutes: {
    device_id: number
    code: number
    create_time: number
    until_time: number | null
    account_id: number | null
  }
  alarm_settings: {
    account_id: number | null
    device_type_id: number | null
    device_id: number | null
    own: JSONColumnType<OwnAlarmSettings>
  }
  device_pairs: { device_id: number; paired_id: number }
  alarm_keys: { device_id: number; code: number; subject_id: number }
  alarm_news: { id: Generated<number>; episode_id: number; change: AlarmChange; time: number }
  api_keys: {
    id: Generated<number>
    account_id: number
    key_hash: Buffer
    key_start: string
    name: string
    scopes: string[]
    create_time: number
    expire_time: number | null
    last_used_time: number | null
    last_used_address: string | null
  }
  two_factor: {
    account_id: number
    secret: Buffer
    begin_time: number
    confirm_time: number | null
    last_step: Generated<number>
    recovery_hashes: Generated<Buffer[]>
  }
  two_factor_rules: { account_id: number; create_time: number }
  bound_emails: { account_id: number; email: string; bind_time: number }
  mail_links: {
    token_hash: Buffer
    account_id: number
    purpose: 'bind' | 'password'
    email: string
    expire_time: number
  }
  notices: {
    id: Generated<number>
    form: 'dialog' | 'banner'
    from_time: number
    until_time: number
    texts: JSONColumnType<Partial<Record<Language, string>>>
  }
  platform_settings: {
    name: string
    value: JSONColumnType<Record<string, unknown>>
    secret: Buffer | null
    change_time: number
  }
  map_orders: { account_id: number; maps: string[]; change_time: number }
  demo_account: { account_id: number; is_offered: boolean; permissions: string[] | null }
  storage_samples: { day: number; bytes: number }
  notification_receivers: {
    id: Generated<number>
    account_id: number
    name: string
    telephone: string | null
    email: string | null
    language: Language
    time_zone: string
    quiet_from: number | null
    quiet_to: number | null
    quiet_days: number[]
    quiet_holds: boolean
    create_time: number
  }
  opted_out_numbers: { telephone: string; time: number }
  unsubscribed_emails: { email: string; time: number }
  notification_rules: {
    id: Generated<number>
    account_id: number
    name: string
    is_enabled: boolean
    codes: number[] | null
    severity: number | null
    with_sub_accounts: boolean
    is_for_fences: boolean
    post_type: PostType
    by_email: boolean
    receiver_ids: number[]
    escalate_minutes: number | null
    escalate_to: number[]
    cool_down_minutes: number
    digest_minutes: number
    max_age_minutes: number
    tells_recovery: boolean
    create_time: number
  }
  notification_budgets: { account_id: number; sms_limit: number | null; phone_limit: number | null }
  notification_usage: { account_id: number; month: string; channel: 'sms' | 'phone'; used: number }
  webhooks: {
    id: Generated<number>
    account_id: number
    url: string
    events: string[]
    codes: number[] | null
    severity: number | null
    secret: Buffer
    old_secret: Buffer | null
    old_secret_until: number | null
    is_enabled: boolean
    disabled_reason: 'failing' | 'gone' | null
    failing_since: number | null
    last_success_time: number | null
    last_failure: string | null
    create_time: number
  }
  push_subscriptions: {
    id: Generated<number>
    account_id: number
    endpoint: string
    p256dh: Buffer
    auth: Buffer
    public_key: string
    language: Language
    browser: string
    create_time: number
    last_success_time: number | null
  }
  notification_deliveries: {
    id: Generated<number>
    key: string
    account_id: number
    rule_id: number | null
    receiver_id: number | null
    endpoint_id: number | null
    episode_id: number | null
    device_id: number | null
    code: number | null
    subject_id: Generated<number>
    change: NotifyChange
    alarm_time: number
    channel: NotifyChannel
    step: number
    is_urgent: boolean
    receiver_name: string
    target: string
    body: Buffer | null
    text: string | null
    swallowed: Generated<number>
    state: DeliveryState
    reason: DeliveryReason | null
    due_time: number
    expire_time: number
    sent_with: number | null
    tries: Generated<number>
    claim_until: number | null
    claimed_by: number | null
    create_time: number
    sent_time: number | null
    finish_time: number | null
    segments: number | null
  }
  notification_attempts: {
    id: Generated<number>
    delivery_id: number
    number: number
    provider: string
    start_time: number
    finish_time: number | null
    outcome: Generated<AttemptOutcome>
    code: string | null
    answer: string | null
    provider_id: string | null
  }
}
