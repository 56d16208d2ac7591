// Made from migrations/schema.txt by schema.test.ts, whose message shows how to make it anew.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** The tables of `migrations/` as Kysely sees them. */
export interface Tables {
  accounts: {
    id: Generated<number>
    parent_id: number | null
    path: string
    username: string
    password_hash: string
    role: ColumnTypes['accounts']['role']
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
    password_reset_time: Generated<number>
    must_change_password: Generated<boolean>
    suspend_time: number | null
    region: string | null
    customer_group: string | null
    free_terms: Generated<boolean>
    own_pay_accounts: Generated<boolean>
    tells_own_ends: Generated<boolean>
    tells_customer_ends: Generated<boolean>
    reminds_by_mail: Generated<boolean>
    reminds_by_push: Generated<boolean>
    reminds_by_sms: Generated<boolean>
    moved_time: number | null
  }
  address_cache: {
    cell_lat: number
    cell_lon: number
    language: string
    source: string
    address: JSONColumnType<Record<string, unknown>> | null
    answer_time: number
  }
  address_usage: {
    day: number
    source: string
    asked: Generated<number>
    failed: Generated<number>
  }
  agps_data: {
    id: Generated<number>
    source_id: number
    device_id: number | null
    file_key: string
    format: 'ubx' | 'epo' | 'casic'
    bytes: number
    sha256: string
    valid_from: number
    valid_until: number
    fetch_time: number
  }
  agps_deliveries: {
    id: Generated<number>
    account_id: number
    source_id: number | null
    device_id: number | null
    way: 'http' | 'tcp'
    outcome: 'sent' | 'partly' | 'unchanged' | 'noData'
    address: string
    first_time: number
    time: number
    requests: Generated<number>
    bytes: Generated<number>
    sha256: string | null
    age_ms: number | null
    valid_until: number | null
  }
  agps_sources: {
    id: Generated<number>
    account_id: number
    name: string
    kind: 'assistNow' | 'assistNowToken' | 'url' | 'upload'
    url: string | null
    gnss: string | null
    data: string | null
    token: Buffer | null
    is_on: Generated<boolean>
    answers_tcp: Generated<boolean>
    due_time: number | null
    failures: Generated<number>
    failure: string | null
    failure_time: number | null
    create_time: number
  }
  alarm_codes: {
    code: number
    name: string
    severity: number
    window_ms: number
    is_call: Generated<boolean>
  }
  alarm_episodes: {
    id: Generated<number>
    device_id: number
    account_id: number
    code: number
    subject_id: Generated<number>
    start_time: number
    end_time: number
    open_since: number | null
    is_open: ColumnType<boolean, never, never>
    server_time: number
    count: number
    latitude_e7: number | null
    longitude_e7: number | null
    speed_kmh: number | null
    max_speed_kmh: number | null
    source: 'device' | 'platform'
    detail: JSONColumnType<ColumnTypes['alarm_episodes']['detail']> | null
    severity: number
    is_muted: Generated<boolean>
    state: Generated<'new' | 'acknowledged' | 'resolved' | 'false'>
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
    before: JSONColumnType<ColumnTypes['alarm_handlings']['before']>
    undo_time: number | null
  }
  alarm_keys: {
    device_id: number
    code: number
    subject_id: number
  }
  alarm_mutes: {
    device_id: number
    code: number
    create_time: number
    until_time: number | null
    account_id: number | null
  }
  alarm_news: {
    id: Generated<number>
    episode_id: number
    change: 'opened' | 'closed' | 'acknowledged' | 'resolved' | 'false' | 'reopened' | 'assigned'
    time: number
  }
  alarms: {
    id: Generated<number>
    device_id: number
    account_id: number
    fix_time: number
    code: number
    server_time: number
    latitude_e7: number | null
    longitude_e7: number | null
    speed_kmh: number | null
    source: Generated<'device' | 'platform'>
    subject_id: Generated<number>
    phase: Generated<'moment' | 'begin' | 'end'>
    detail: JSONColumnType<Record<string, unknown>> | null
  }
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
  audit_events: {
    id: Generated<number>
    time: number
    kind: ColumnTypes['audit_events']['kind']
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
  auto_renewal_results: {
    account_id: number
    device_id: number
    end_time: number
    result: string
    time: number
    seen_time: number | null
    job_id: number | null
  }
  auto_renewals: {
    account_id: number
    is_on: boolean
    days_before: number
    duration: ColumnTypes['auto_renewals']['duration']
    pay_type: 'card' | 'balance'
    currency: ColumnTypes['auto_renewals']['currency']
    change_time: number
  }
  bound_emails: {
    account_id: number
    email: string
    bind_time: number
  }
  bus_late_fixes: {
    id: Generated<number>
    device_id: number
    from_time: number
    until_time: number
  }
  bus_line_devices: {
    line_id: number
    device_id: number
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
  bus_lines: {
    id: Generated<number>
    account_id: number
    name: string
    direction: 'outbound' | 'inbound' | 'loop'
    colour: string
    shape: JSONColumnType<ColumnTypes['bus_lines']['shape']>
    length_m: number
    stops: JSONColumnType<ColumnTypes['bus_lines']['stops']>
    next_stop_id: number
    timetable: JSONColumnType<ColumnTypes['bus_lines']['timetable']>
    departures: number
    off_route_m: number | null
    off_route_points: number
    off_route_s: number
    search_text: string
    create_time: number
    change_time: number
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
  bus_progress: {
    device_id: number
    line_id: number | null
    depart_time: number | null
    fix_time: number
    state: JSONColumnType<ColumnTypes['bus_progress']['state']>
  }
  command_orders: {
    id: Generated<number>
    account_id: number
    name: string
    command: JSONColumnType<ColumnTypes['command_orders']['command']>
    create_time: number
  }
  commands: {
    id: Generated<number>
    device_id: number
    account_id: number
    sender_id: number | null
    sender: string
    job_id: number | null
    code: ColumnTypes['commands']['code']
    command: JSONColumnType<ColumnTypes['commands']['command']>
    kind: string
    content: string
    is_offline: Generated<boolean>
    is_next_connection: Generated<boolean>
    is_recorded: Generated<boolean>
    state: Generated<'queued' | 'sent' | 'acknowledged' | 'confirmed' | 'failed' | 'expired' | 'cancelled'>
    gateway: string | null
    platform_command_id: string | null
    reply: string | null
    result: ColumnTypes['commands']['result'] | null
    reply_class: ColumnTypes['commands']['reply_class'] | null
    failure: ColumnTypes['commands']['failure'] | null
    held_by: ColumnTypes['commands']['held_by'] | null
    effect: JSONColumnType<ColumnTypes['commands']['effect']> | null
    effect_by_time: number | null
    due_time: number
    create_time: number
    sent_time: number | null
    answer_by_time: number | null
    acknowledge_time: number | null
    confirm_time: number | null
    end_time: number | null
    expire_time: number
    task_id: number | null
    awaits_turn: Generated<boolean>
  }
  connections: {
    id: number
    gateway: string
    device_id: number | null
    wire: string
    remote_address: string
    from_time: number
    until_time: number | null
    end_reason: ColumnTypes['connections']['end_reason'] | null
    bytes_received: number
    bytes_sent: number
    frames_received: number
    frames_sent: number
  }
  contact_spans: {
    device_id: number
    from_time: number
    to_time: number
  }
  day_sums: {
    device_id: number
    from_time: number
    to_time: number
    distance_m: number
    driving_ms: number
    idle_ms: number
    stopped_ms: number
    ignition_ms: number
    offline_ms: number
    overspeed_ms: number
    trips: number
    stops: number
    idlings: number
    ignitions: number
    offlines: number
    overspeeds: number
    charges: number
    max_speed_kmh: number | null
    battery_min_percent: number | null
    battery_max_percent: number | null
    rules_version: Generated<number>
  }
  demo_account: {
    account_id: number
    is_offered: boolean
    permissions: string[] | null
  }
  device_codes: {
    device_id: number
    kept_hash: Buffer | null
    offered_hash: Buffer | null
  }
  device_counts: {
    account_id: number
    devices: number
    unactivated: number
  }
  device_keys: {
    key: string
    device_id: number | null
    is_learnt: Generated<boolean>
  }
  device_limits: {
    id: Generated<number>
    account_id: number
    total_device_count: number
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
  device_owners: {
    id: Generated<number>
    device_id: number
    account_id: number
    from_time: number
    to_time: number | null
    since_time: number
    is_taken: Generated<boolean>
    platform_expire_time: number | null
    user_expire_time: number | null
    nickname: string | null
    car_number: string | null
    picture_id: number | null
    of_customer: Generated<boolean>
  }
  device_pairs: {
    device_id: number
    paired_id: number
  }
  device_renewals: {
    id: Generated<number>
    time: number
    cause: ColumnTypes['device_renewals']['cause']
    cause_id: number
    device_id: number
    terminal_id: string
    account_id: number | null
    payer_id: number | null
    months: number | null
    platform_before_time: number | null
    platform_after_time: number | null
    user_before_time: number | null
    user_after_time: number | null
    anchor_day: number | null
    taken_back_time: number | null
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
  device_states: {
    device_id: number
    gateway: string | null
    is_connected: Generated<boolean>
    connected_time: number | null
    remote_address: string | null
    wire: string | null
    change_time: number
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
    day_start_time: number | null
    day_m: Generated<number>
    last_alarm: number | null
    last_alarm_time: number | null
    speed_limit_kmh: number | null
    readings: JSONColumnType<ColumnTypes['device_states']['readings']> | null
    derivation: Generated<JSONColumnType<Record<string, unknown>>>
  }
  device_task_items: {
    id: Generated<number>
    task_id: number
    device_id: number | null
    terminal_id: string
    state: Generated<
      'queued' | 'waiting' | 'offered' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'
    >
    waits_for: string | null
    step: string | null
    is_begun: Generated<boolean>
    data: JSONColumnType<Record<string, unknown>> | null
    progress: number | null
    tries: Generated<number>
    errors: Generated<number>
    due_time: Generated<number>
    lease: number | null
    lease_time: Generated<number>
    failure: string | null
    result: string | null
    offer_time: number | null
    change_time: number
    finish_time: number | null
  }
  device_tasks: {
    id: Generated<number>
    kind: string
    account_id: number
    scope_account_id: number
    creator_id: number | null
    creator: string
    name: string
    params: JSONColumnType<Record<string, unknown>>
    state: Generated<'running' | 'paused' | 'done' | 'cancelled'>
    pause_reason: 'person' | 'failureRate' | null
    per_second: number | null
    max_under_way: number | null
    window_from_minute: number | null
    window_to_minute: number | null
    time_zone: Generated<string>
    start_time: number
    deadline_time: number | null
    max_failure_percent: number | null
    min_sample: Generated<number>
    done_before: Generated<number>
    failed_before: Generated<number>
    max_tries: Generated<number>
    queued: Generated<number>
    waiting: Generated<number>
    offered: Generated<number>
    running: Generated<number>
    done: Generated<number>
    failed: Generated<number>
    skipped: Generated<number>
    cancelled: Generated<number>
    next_offer_time: Generated<number>
    turn_time: Generated<number>
    create_time: number
    change_time: number
    finish_time: number | null
  }
  device_types: {
    id: number
    name: string
    label: string | null
    picture_id: number | null
    wire: string
    is_offline_capable: Generated<boolean>
    icon_type: Generated<ColumnTypes['device_types']['icon_type']>
    utc_offset_minutes: number | null
    dialect: string | null
    is_checksum_optional: Generated<boolean>
    online_timeout_seconds: Generated<number>
    import_protocol: Generated<ColumnTypes['device_types']['import_protocol']>
    sensors: Generated<ColumnTypes['device_types']['sensors']>
    work_modes: Generated<ColumnTypes['device_types']['work_modes']>
    factory_visible: Generated<boolean>
    track_optimisation: Generated<boolean>
    code_rule: Generated<'any' | 'learn' | 'demand'>
    commands: string[] | null
    command_texts: Generated<JSONColumnType<ColumnTypes['device_types']['command_texts']>>
    setup_texts: Generated<string[]>
    ids: Generated<'usual' | 'long'>
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
    import_protocol: Generated<ColumnTypes['devices']['import_protocol']>
    picture_id: number | null
    password_hash: string | null
    history_from_time: number | null
    information: Generated<JSONColumnType<Record<string, unknown>>>
    create_time: number
    odometer_offset_m: Generated<number>
  }
  discount_codes: {
    id: Generated<number>
    account_id: number | null
    batch_id: number
    code: string
    discount_basis_points: number
    expire_time: number | null
    is_enabled: Generated<boolean>
    create_time: number
    order_id: number | null
    used_time: number | null
    used_by: string | null
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
  exchange_rates: {
    currency: string
    source: string
    change_time: number
  }
  expected_values: {
    id: Generated<number>
    account_id: number
    device_type_id: number
    kind: 'serial' | 'gps'
    version: number
    items: JSONColumnType<Record<string, unknown>>
    note: string | null
    create_time: number
    created_by: number | null
  }
  expired_places: {
    device_id: number
    expire_time: number
    state_time: number | null
    fix_time: number | null
    latitude_e7: number | null
    longitude_e7: number | null
    course_deg: number | null
  }
  export_chunks: {
    export_id: number
    run: number
    number: number
    bytes: Buffer
  }
  exports: {
    id: number
    account_id: number
    question: JSONColumnType<ColumnTypes['exports']['question']>
    format: ColumnTypes['exports']['format']
    language: ColumnTypes['exports']['language']
    time_zone: string
    bytes: number | null
    chunks: number | null
    file_name: string | null
    summary: JSONColumnType<ColumnTypes['exports']['summary']> | null
  }
  fence_accounts: {
    fence_id: number
    account_id: number
    assign_time: number
    version: Generated<number>
  }
  fence_devices: {
    fence_id: number
    device_id: number
    assign_time: number
    version: Generated<number>
    is_by_group: Generated<boolean>
  }
  fence_groups: {
    fence_id: number
    group_id: number
    assign_time: number
  }
  fences: {
    id: Generated<number>
    account_id: number
    name: string
    colour: string
    tags: string[]
    is_open: boolean
    area: JSONColumnType<ColumnTypes['fences']['area']>
    alarm_on: 'in' | 'out' | 'in/out'
    schedule: JSONColumnType<ColumnTypes['fences']['schedule']> | null
    speed_limit_kmh: number | null
    must_be_inside: JSONColumnType<ColumnTypes['fences']['must_be_inside']> | null
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
  file_upload_parts: {
    upload_id: string
    start: number
    bytes: Buffer
  }
  file_uploads: {
    id: string
    account_id: number
    purpose: string
    file_name: string
    bytes: number
    received_bytes: Generated<number>
    create_time: number
  }
  firmware_files: {
    id: Generated<number>
    account_id: number
    device_type_id: number
    file_key: string
    file_name: string
    bytes: number
    sha256: string
    version: string
    hardware: string | null
    from_versions: Generated<string[]>
    note: Generated<string>
    uploader: string
    create_time: number
  }
  firmware_links: {
    id: Generated<number>
    file_id: number
    device_id: number
    expire_time: number
    creator: string
    create_time: number
    sent_bytes: Generated<number>
    requests: Generated<number>
    request_time: number | null
    request_address: string | null
    finish_time: number | null
  }
  firmware_offers: {
    id: Generated<number>
    file_id: number
    account_id: number
    note: Generated<string>
    creator: string
    create_time: number
    accept_time: number | null
    task_id: number | null
  }
  firmware_transfers: {
    id: Generated<number>
    task_key: string
    file_id: number
    device_id: number
    way: string
    target: number
    maker: string
    maker_bytes: number
    part_bytes: number
    parts_under_way: number
    answer_ms: number
    max_sends: number
    resumes: boolean
    text: string | null
    state: Generated<'waiting' | 'sending' | 'transferred' | 'installed' | 'failed' | 'stopped'>
    failure: string | null
    layout: string | null
    first_serial: number | null
    parts: number | null
    acked: Buffer | null
    acked_parts: Generated<number>
    gateway: string | null
    create_time: number
    change_time: number
    transfer_time: number | null
  }
  firmware_ways: {
    device_type_id: number
    way: 'parts' | 'control' | 'text'
    target: Generated<number>
    maker: Generated<string>
    maker_bytes: Generated<number>
    part_bytes: Generated<number>
    parts_under_way: Generated<number>
    answer_ms: Generated<number>
    max_sends: Generated<number>
    resumes: Generated<boolean>
    template: string | null
    is_plain_http: Generated<boolean>
  }
  former_owner_records: {
    device_owner_id: number
    key_id: string
    sealed: Buffer
    digests: Buffer[]
    change_time: number
  }
  hot_day_cells: {
    device_id: number
    day: number
    until_time: number
    cells: number[]
  }
  id_issues: {
    id: Generated<number>
    range_id: number
    runs: JSONColumnType<ColumnTypes['id_issues']['runs']>
    count: number
    paper_number: string | null
    receiver: string | null
    note: string | null
    operator: string
    time: number
  }
  id_ranges: {
    id: Generated<number>
    account_id: number
    kind: 'imei' | 'id808' | 'own'
    prefix: string
    digits: number
    has_check_digit: boolean
    first_serial: number
    last_serial: number
    next_serial: number
    issued: Generated<number>
    scheme: string
    paper_number: string | null
    receiver: string | null
    note: string | null
    operator: string
    create_time: number
  }
  import_headings: {
    account_id: number
    kind: string
    headings: JSONColumnType<ColumnTypes['import_headings']['headings']>
  }
  import_rows: {
    import_id: number
    row: number
    cells: JSONColumnType<ColumnTypes['import_rows']['cells']>
    personal: Buffer | null
    state: 'waiting' | 'done' | 'failed' | 'undone'
    reason: JSONColumnType<ColumnTypes['import_rows']['reason']> | null
    target_id: number | null
    before: JSONColumnType<Record<string, unknown>> | null
    after: JSONColumnType<Record<string, unknown>> | null
    password: Buffer | null
  }
  imports: {
    id: number
    account_id: number
    kind: string
    owner_id: number
    time_zone: string
    is_whole: boolean
    file_name: string | null
    is_undo: Generated<boolean>
    taken_counts: Generated<number>
    event_id: number
    create_time: number
    finish_time: number | null
  }
  ingest_commits: {
    writer: string
    batch: number
  }
  jig_measurements: {
    result_id: number
    items: JSONColumnType<Record<string, unknown>>
    log: string | null
  }
  jig_results: {
    id: Generated<number>
    account_id: number
    result_id: string
    digest: Buffer
    kind: 'serial' | 'gps'
    unit: string
    imei: string | null
    serial_number: string | null
    iccid: string | null
    station: string | null
    batch: string | null
    operator: string | null
    slot: string | null
    program: string | null
    device_type_id: number | null
    test_time: number
    time: number
    receive_time: number
    is_passed: boolean
    claimed: boolean | null
    expected_version: number | null
    claimed_version: number | null
    failures: Generated<string[]>
    is_first: Generated<boolean>
    is_last: Generated<boolean>
  }
  jig_stations: {
    id: Generated<number>
    account_id: number
    name: string
    key_hash: Buffer
    key_start: string
    create_time: number
    created_by: number | null
    revoke_time: number | null
    last_used_time: number | null
    last_used_address: string | null
  }
  jig_units: {
    id: Generated<number>
    account_id: number
    unit: string
    imei: string | null
    serial_number: string | null
    iccid: string | null
    station: string | null
    batch: string | null
    device_type_id: number | null
    last_time: number
    attempts: Generated<number>
    first_serial_id: number | null
    last_serial_id: number | null
    first_gps_id: number | null
    last_gps_id: number | null
    state: Generated<'passed' | 'failed' | 'incomplete'>
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
  jobs: {
    id: Generated<number>
    queue: string
    account_id: number | null
    key: string | null
    state: Generated<ColumnTypes['jobs']['state']>
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
  kept_frames: {
    connection_id: number
    device_id: number
    server_time: number
    until_time: number
    frames: Buffer
    wire: string | null
  }
  late_fixes: {
    id: Generated<number>
    device_id: number
    from_time: number
    until_time: number
  }
  ledger_balances: {
    account_id: number
    asset: ColumnTypes['ledger_balances']['asset']
    balance: number
  }
  ledger_entries: {
    id: Generated<number>
    movement_id: number
    book: ColumnTypes['ledger_entries']['book']
    account_id: number | null
    account_name: string | null
    amount: number
    before_balance: number | null
    after_balance: number | null
  }
  ledger_movements: {
    id: Generated<number>
    time: number
    asset: ColumnTypes['ledger_movements']['asset']
    kind: ColumnTypes['ledger_movements']['kind']
    operator_id: number | null
    reference: string | null
    remark: string | null
    cause: string | null
    cause_id: number | null
  }
  level_settings: {
    kind: string
    account_id: number | null
    device_type_id: number | null
    device_id: number | null
    own: JSONColumnType<Record<string, unknown>>
    version: Generated<number>
    group_id: number | null
  }
  list_views: {
    id: Generated<number>
    account_id: number
    list: string
    name: string
    state: JSONColumnType<ColumnTypes['list_views']['state']>
  }
  live_share_devices: {
    share_id: number
    device_id: number
  }
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
    group_id: number | null
  }
  login_attempts: {
    key: string
    attempts: number
    last_time: number
    until_time: number
  }
  mail_links: {
    token_hash: Buffer
    account_id: number
    purpose: 'bind' | 'password'
    email: string
    expire_time: number
  }
  mail_receivers: {
    account_id: number
    email: string
    language: string
    ask_due_time: number | null
    ask_time: number | null
    agree_time: number | null
    left_kinds: Generated<string[]>
  }
  map_orders: {
    account_id: number
    maps: string[]
    change_time: number
  }
  media_files: {
    id: Generated<number>
    device_id: number
    time: number
    received_time: number
    kind: 'image' | 'audio' | 'video' | 'other'
    content_type: string
    event: string | null
    channel: number | null
    media_id: number | null
    latitude_e7: number | null
    longitude_e7: number | null
    bytes: number
    stored_bytes: number
    digest: Buffer
    file_key: string
    playable_key: string | null
  }
  media_pieces: {
    transfer_id: number
    start_place: number
    end_place: number
    digest: Buffer
    bytes: Buffer | null
  }
  media_transfers: {
    id: Generated<number>
    device_id: number
    name: string
    unit: 'byte' | 'part'
    total: number
    bytes: Generated<number>
    facts: JSONColumnType<Record<string, unknown>>
    check_kind: 'crc16' | 'md5' | null
    check_value: string | null
    state: Generated<'open' | 'whole' | 'kept'>
    first_time: number
    last_time: number
    due_time: Generated<number>
    tries: Generated<number>
  }
  move_servers: {
    id: Generated<number>
    account_id: number
    name: string
    host: string
    port: number
    transport: 'tcp' | 'udp'
    url: string | null
    api_key: Buffer | null
    note: string | null
    create_time: number
  }
  nb_platform_states: {
    platform: string
    last_push_time: number | null
    check_time: number | null
    failure: string | null
  }
  nb_subscriptions: {
    platform: string
    type: string
    state: 'active' | 'elsewhere' | 'none'
    remote_id: string | null
    is_wanted: Generated<boolean>
    subscribe_time: number | null
  }
  notices: {
    id: Generated<number>
    form: 'dialog' | 'banner'
    from_time: number
    until_time: number
    texts: JSONColumnType<ColumnTypes['notices']['texts']>
  }
  notification_attempts: {
    id: Generated<number>
    delivery_id: number
    number: number
    provider: string
    start_time: number
    finish_time: number | null
    outcome: Generated<ColumnTypes['notification_attempts']['outcome']>
    code: string | null
    answer: string | null
    provider_id: string | null
  }
  notification_budgets: {
    account_id: number
    sms_limit: number | null
    phone_limit: number | null
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
    change: ColumnTypes['notification_deliveries']['change']
    alarm_time: number
    channel: 'sms' | 'phone' | 'email' | 'webPush' | 'webhook'
    step: number
    is_urgent: boolean
    receiver_name: string
    target: string
    body: Buffer | null
    text: string | null
    swallowed: Generated<number>
    state: 'due' | 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'dropped'
    reason: ColumnTypes['notification_deliveries']['reason'] | null
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
  notification_receivers: {
    id: Generated<number>
    account_id: number
    name: string
    telephone: string | null
    email: string | null
    language: ColumnTypes['notification_receivers']['language']
    time_zone: string
    quiet_from: number | null
    quiet_to: number | null
    quiet_days: number[]
    quiet_holds: boolean
    create_time: number
  }
  notification_rules: {
    id: Generated<number>
    account_id: number
    name: string
    is_enabled: boolean
    codes: number[] | null
    severity: number | null
    with_sub_accounts: boolean
    is_for_fences: boolean
    post_type: 'platform' | 'platform+SMS' | 'platform+SMS+phone' | 'platform+phone'
    by_email: boolean
    receiver_ids: number[]
    escalate_minutes: number | null
    escalate_to: number[]
    cool_down_minutes: number
    digest_minutes: number
    max_age_minutes: number
    tells_recovery: boolean
    create_time: number
    group_ids: number[] | null
  }
  notification_usage: {
    account_id: number
    month: string
    channel: ColumnTypes['notification_usage']['channel']
    used: number
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
  opted_out_numbers: {
    telephone: string
    time: number
  }
  order_lines: {
    order_id: number
    device_id: number
    line_no: number
    terminal_id: string
    nickname: string | null
    list_amount: number
    amount: number
    share_amounts: number[]
    result: ColumnTypes['order_lines']['result'] | null
    refund_id: number | null
  }
  orders: {
    id: Generated<number>
    order_no: string
    kind: ColumnTypes['orders']['kind']
    status: ColumnTypes['orders']['status']
    buyer_id: number | null
    buyer_name: string
    buyer_path: string
    operator_id: number | null
    seller_id: number | null
    seller_name: string
    pay_type: ColumnTypes['orders']['pay_type']
    currency: ColumnTypes['orders']['currency']
    list_amount: number
    amount: number
    refunded_amount: Generated<number>
    tax_basis_points: Generated<number>
    tax_amount: Generated<number>
    usd_amount: number | null
    duration: ColumnTypes['orders']['duration'] | null
    target: ColumnTypes['orders']['target'] | null
    device_count: Generated<number>
    discount_code: string | null
    discount_basis_points: number | null
    share_account_ids: number[]
    create_time: number
    expire_time: number
    paid_time: number | null
    cancel_time: number | null
    cancel_cause: ColumnTypes['orders']['cancel_cause'] | null
    receipt_year: number | null
    receipt_number: number | null
    receipt: JSONColumnType<ColumnTypes['orders']['receipt']> | null
  }
  owner_records: {
    device_id: number
    key_id: string
    sealed: Buffer
    digests: Buffer[]
    change_time: number
  }
  packed_days: {
    day: number
    is_listed: Generated<boolean>
    packed_time: Generated<number>
  }
  pay_accounts: {
    id: Generated<number>
    account_id: number | null
    provider: ColumnTypes['pay_accounts']['provider']
    name: string
    settings: JSONColumnType<ColumnTypes['pay_accounts']['settings']>
    secret: Buffer | null
    is_shared: Generated<boolean>
    is_enabled: Generated<boolean>
    create_time: number
    change_time: number
    deleted_time: number | null
    identity: string | null
    blocked_time: number | null
    blocked_by: number | null
  }
  payment_differences: {
    id: Generated<number>
    pay_account_id: number
    kind: 'theirsOnly' | 'oursOnly' | 'unequal' | 'otherAmount'
    reference: string
    payment_id: number | null
    currency: string
    our_amount: number | null
    their_amount: number | null
    state: Generated<'open' | 'settled'>
    note: string | null
    settled_by: number | null
    create_time: number
    settle_time: number | null
  }
  payment_report_lines: {
    pay_account_id: number
    reference: string
    is_back: boolean
    number: string | null
    amount: number
    currency: string
  }
  payment_reports: {
    pay_account_id: number
    line_count: number | null
    time: number
  }
  payments: {
    id: Generated<number>
    order_id: number
    provider: ColumnTypes['payments']['provider']
    pay_account_id: number
    state: ColumnTypes['payments']['state']
    amount: number
    currency: ColumnTypes['payments']['currency']
    provider_payment: string | null
    provider_capture: string | null
    pay_page: JSONColumnType<ColumnTypes['payments']['pay_page']> | null
    fee_amount: number | null
    refunded_amount: Generated<number>
    refunding_amount: Generated<number>
    failure: string | null
    create_time: number
    end_time: number | null
    ask_time: number | null
    asks: Generated<number>
    lease_time: number | null
    open_id: string | null
    origin: string | null
    language: string | null
  }
  permanent_logs: {
    device_id: number
    added_time: number
    added_by: number | null
    note: string | null
  }
  pictures: {
    id: Generated<number>
    content_type: string
    bytes: Buffer
    create_time: number
  }
  platform_settings: {
    name: string
    value: JSONColumnType<Record<string, unknown>>
    secret: Buffer | null
    change_time: number
  }
  positions: {
    device_id: number
    fix_time: number
    server_time: number
    latitude_e7: number | null
    longitude_e7: number | null
    odometer_m: number | null
    speed_kmh: number | null
    distance_m: Generated<number>
    course_deg: number | null
    altitude_m: number | null
    satellites: number | null
    quality: number
    acc_on: boolean | null
    extra: JSONColumnType<Record<string, unknown>> | null
  }
  provider_events: {
    provider: string
    pay_account_id: number
    event_id: string
    kind: string | null
    body: string
    refusal: string | null
    payment_id: number | null
    receive_time: number
  }
  push_subscriptions: {
    id: Generated<number>
    account_id: number
    endpoint: string
    p256dh: Buffer
    auth: Buffer
    public_key: string
    language: ColumnTypes['push_subscriptions']['language']
    browser: string
    create_time: number
    last_success_time: number | null
  }
  quality_criteria: {
    id: Generated<number>
    account_id: number
    device_type_id: number
    version: number
    minutes: number
    checks: JSONColumnType<Record<string, unknown>>
    note: string | null
    create_time: number
    created_by: number | null
  }
  quality_measurements: {
    result_id: number
    checks: JSONColumnType<Record<string, unknown>>
    commands: Generated<JSONColumnType<Record<string, unknown>>>
    seen_time: Generated<number>
  }
  quality_results: {
    id: Generated<number>
    account_id: number
    task_id: number | null
    device_id: number | null
    terminal_id: string
    device_type_id: number | null
    batch: string | null
    station: string | null
    operator: string
    criteria_version: number | null
    attempt: number
    state: Generated<'open' | 'passed' | 'failed' | 'cancelled'>
    failures: Generated<string[]>
    start_time: number
    deadline_time: number
    end_time: number | null
    is_last: Generated<boolean>
    is_last_of_run: Generated<boolean>
  }
  raw_frames: {
    connection_id: number
    device_id: number | null
    terminal_id: string | null
    server_time: number
    until_time: number
    frames: Buffer
  }
  receipt_numbers: {
    seller_id: number
    year: number
    last: number
  }
  recurring_jobs: {
    name: string
    next_time: number
  }
  refunds: {
    id: Generated<number>
    order_id: number
    payment_id: number | null
    state: ColumnTypes['refunds']['state']
    device_ids: number[]
    amount: number
    currency: ColumnTypes['refunds']['currency']
    takes_back: Generated<boolean>
    cause: ColumnTypes['refunds']['cause']
    reason: string | null
    answer: string | null
    is_by_hand: Generated<boolean>
    provider_refund: string | null
    failure: string | null
    requested_by: number | null
    decided_by: number | null
    create_time: number
    decide_time: number | null
    end_time: number | null
    ask_time: number | null
    asks: Generated<number>
    lease_time: number | null
  }
  renew_prices: {
    account_id: number | null
    device_type_id: number | null
    duration: ColumnTypes['renew_prices']['duration']
    currency: ColumnTypes['renew_prices']['currency']
    amount: number | null
    floor_amount: number | null
    change_time: number
  }
  report_mailings: {
    id: number
    schedule_id: number
    export_id: number
    is_manual: boolean
    create_time: number
  }
  report_schedules: {
    id: Generated<number>
    account_id: number
    name: string
    question: JSONColumnType<ColumnTypes['report_schedules']['question']>
    format: ColumnTypes['report_schedules']['format']
    rhythm: ColumnTypes['report_schedules']['rhythm']
    on_day: number
    at_minute: number
    time_zone: string
    receivers: string[]
    language: ColumnTypes['report_schedules']['language']
    is_enabled: boolean
    next_time: number | null
    last_time: number | null
    last_failure: string | null
    create_time: number
  }
  risk_points: {
    id: Generated<number>
    account_id: number
    name: string
    category: string
    area: JSONColumnType<ColumnTypes['risk_points']['area']>
    note: string | null
    minutes: number
    create_time: number
    change_time: number
    since_time: number
    version: Generated<number>
    edit: Generated<number>
  }
  rule_results: {
    device_id: number
    zones_of: string | null
    zones_seen: number | null
    zone_ids: number[] | null
    zone_is_inside: boolean[] | null
    zone_is_told: boolean[] | null
    zone_is_seeded: boolean[] | null
    zone_enter_times: number[] | null
    zone_latitudes: number[] | null
    zone_longitudes: number[] | null
    wheel_times: number[] | null
    pack_times: number[] | null
    pack_faults: string[] | null
  }
  sandbox_payments: {
    number: string
    pay_account_id: number
    amount: number
    currency: ColumnTypes['sandbox_payments']['currency']
    state: ColumnTypes['sandbox_payments']['state']
    refunded_amount: Generated<number>
    refunds: Generated<JSONColumnType<ColumnTypes['sandbox_payments']['refunds']>>
    create_time: number
    paid_time: number | null
  }
  seller_profiles: {
    account_id: number | null
    name: string
    address: string | null
    tax_label: string | null
    tax_number: string | null
    tax_basis_points: Generated<number>
    change_time: number
  }
  send_budgets: {
    key: string
    used: number
    time: number
  }
  sessions: {
    token_hash: Buffer
    account_id: number
    device_id: number | null
    is_long: boolean
    create_time: number
    expire_time: number
    last_used_time: number
    acted_by: number | null
    acted_from: Buffer | null
    link_id: number | null
    id: Generated<number>
    address: string | null
    browser: string | null
  }
  sim_cards: {
    id: Generated<number>
    account_id: number
    iccid: string
    iccid_key: ColumnType<string, never, never>
    msisdn: string | null
    imsi: string | null
    operator: 'chinaMobile' | 'chinaUnicom' | 'chinaTelecom' | 'chinaBroadnet' | 'global' | 'other'
    plan: string | null
    expire_time: number | null
    state: Generated<'testable' | 'stock' | 'ready' | 'active' | 'suspended' | 'closed' | 'unknown'>
    raw_state: string | null
    state_time: number | null
    used_bytes: number | null
    used_time: number | null
    terminal_id: string | null
    mismatch: 'reported' | 'entered' | 'unmatched' | null
    platform_id: number | null
    poll_time: number | null
    poll_failure: string | null
    action: 'stop' | 'resume' | 'activate' | null
    action_stage: 'waiting' | 'sent' | 'failed' | null
    action_time: number | null
    action_failure: string | null
    action_operator: string | null
    acted_time: number | null
    create_time: number
  }
  sim_checks: {
    iccid_key: string | null
    terminal_id: string | null
  }
  sim_events: {
    id: Generated<number>
    card_id: number
    kind: 'added' | 'matched' | 'cleared' | 'stateChanged' | 'ordered' | 'orderFailed'
    terminal_id: string | null
    from_value: string | null
    to_value: string | null
    operator: string | null
    time: number
  }
  sim_platforms: {
    id: Generated<number>
    account_id: number
    provider: string
    name: string
    settings: JSONColumnType<Record<string, unknown>>
    secret: Buffer | null
    is_enabled: boolean
    calls_per_second: number
    poll_hours: number
    token: Buffer | null
    token_expire_time: number | null
    calls_left: Generated<number>
    calls_time: Generated<number>
    success_time: number | null
    failure: string | null
    failure_text: string | null
    rest_until_time: number | null
    create_time: number
    change_time: number
  }
  stock_items: {
    id: Generated<number>
    account_id: number
    terminal_id: string
    device_type_id: number | null
    place: 'produced' | 'tested' | 'inStock' | 'shipped' | 'sold' | 'returned' | 'scrapped'
    place_time: number
    batch: string | null
    serial_number: string | null
    paper_number: string | null
    receiver: string | null
    create_time: number
  }
  stock_movements: {
    id: Generated<number>
    item_id: number
    from_place: ColumnTypes['stock_movements']['from_place'] | null
    to_place: ColumnTypes['stock_movements']['to_place']
    cause: 'entered' | 'moved' | 'undone' | 'registered' | 'transferred' | 'deleted'
    operator: string | null
    paper_number: string | null
    receiver: string | null
    note: string | null
    import_id: number | null
    time: number
  }
  storage_samples: {
    day: number
    bytes: number
  }
  stored_files: {
    key: string
    bytes: number | null
    sha256: string | null
    created_time: number
  }
  street_name_maps: {
    map_id: string
    version: string
    build_time: number
  }
  street_names: {
    id: Generated<number>
    map_id: string
    kind: string
    names: JSONColumnType<ColumnTypes['street_names']['names']>
    folded: string
    place: JSONColumnType<ColumnTypes['street_names']['place']> | null
    latitude_e7: number
    longitude_e7: number
    west_e7: number
    south_e7: number
    east_e7: number
    north_e7: number
  }
  temporary_unlocks: {
    id: Generated<number>
    device_id: number
    sender_id: number | null
    sender: string
    command_id: number | null
    lock_command_id: number | null
    area: JSONColumnType<ColumnTypes['temporary_unlocks']['area']>
    left_time: number | null
    create_time: number
    end_time: number | null
  }
  today_sums: {
    device_id: number
    today_start_time: number
    today_m: number
    counted_start_time: number | null
    counted_m: number | null
    change_time: number
  }
  told_ends: {
    id: Generated<number>
    account_id: number
    device_id: number | null
    below_id: number | null
    end_time: number
    days: number
    told_time: number
    seen_time: number | null
    job_id: number | null
  }
  track_changes: {
    id: Generated<number>
    device_id: number
    from_time: number
    until_time: number | null
  }
  track_days: {
    device_id: number
    day: number
    points: number
    first_time: number
    last_time: number
    min_latitude_e7: number | null
    max_latitude_e7: number | null
    min_longitude_e7: number | null
    max_longitude_e7: number | null
    distance_m: number
    packed_time: number
    cells: number[]
    block: Buffer
    readings: Buffer
    reading_sums: JSONColumnType<Record<string, unknown>> | null
  }
  track_dirty: {
    day: number
    device_id: number
    retry_time: Generated<number>
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
  track_share_devices: {
    share_id: number
    device_id: number
    number: number
    name: string
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
  two_factor: {
    account_id: number
    secret: Buffer
    begin_time: number
    confirm_time: number | null
    last_step: Generated<number>
    recovery_hashes: Generated<Buffer[]>
  }
  two_factor_rules: {
    account_id: number
    create_time: number
  }
  unknown_devices: {
    terminal_id: string
    wire: string
    remote_address: string
    attempts: number
    first_time: number
    last_time: number
  }
  unsubscribed_emails: {
    email: string
    time: number
  }
  vehicle_group_members: {
    group_id: number
    device_id: number
    add_time: number
  }
  vehicle_groups: {
    id: Generated<number>
    account_id: number
    name: string
    colour: string
    place: number
    create_time: number
  }
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
    disabled_reason: ColumnTypes['webhooks']['disabled_reason'] | null
    failing_since: number | null
    last_success_time: number | null
    last_failure: string | null
    create_time: number
  }
}
