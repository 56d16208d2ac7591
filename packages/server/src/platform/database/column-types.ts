import type { AuditKind } from '@trackway/core/codes/audit.ts'
import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { Sensor, WorkMode } from '@trackway/core/codes/device-abilities.ts'
import type { DurationId } from '@trackway/core/codes/durations.ts'
import type { CloseReason } from '@trackway/core/codes/frames.ts'
import type { IconType } from '@trackway/core/codes/icon-types.ts'
import type { ImportProtocol } from '@trackway/core/codes/import-protocols.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import type { BalanceAsset, LedgerAsset, LedgerBook, LedgerKind } from '@trackway/core/codes/ledger.ts'
import type { AttemptOutcome, DeliveryReason, NotifyChange } from '@trackway/core/codes/notifications.ts'
import type {
  CancelCause,
  LineResult,
  OnlinePayType,
  OrderKind,
  OrderStatus,
  PaymentState,
  PayType,
  RefundCause,
  RefundState,
} from '@trackway/core/codes/orders.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { ListView } from '@trackway/core/features/accounts/view-calls.ts'
import type { BusLine, BusStop } from '@trackway/core/features/bus/calls.ts'
import type { BusState } from '@trackway/core/features/bus/progress.ts'
import type { CommandResult, ReplyClass } from '@trackway/core/features/commands/classify-reply.ts'
import type { CommandFailure, CommandHold } from '@trackway/core/features/commands/command-states.ts'
import type { Command, CommandCode, Effect } from '@trackway/core/features/commands/commands.ts'
import type { ExportJob, ExportRequest, ListFileRequest } from '@trackway/core/features/exports/calls.ts'
import type { FenceSchedule } from '@trackway/core/features/fences/calls.ts'
import type { Finding, ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import type { KnownHeadings } from '@trackway/core/features/imports/match-columns.ts'
import type { Job } from '@trackway/core/features/jobs/calls.ts'
import type { PayPage, Receipt } from '@trackway/core/features/orders/calls.ts'
import type { ReportSchedule, ScheduledReport } from '@trackway/core/features/report-schedules/calls.ts'
import type { ReportSummary } from '@trackway/core/features/statistics/summary.ts'
import type { StockPlace } from '@trackway/core/features/stock/places.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import type { LiveReadings } from '@trackway/core/readings/readings.ts'
import type { DeviceProfile } from '@trackway/protocols/protocol.ts'

/** What the columns of a table hold, where SQL does not say it: the shape of JSON, one of few words or numbers. */
export interface ColumnTypes {
  accounts: {
    role: RoleId
  }
  alarm_episodes: {
    detail: Record<string, number | string | boolean | null>
  }
  alarm_handlings: {
    before: object
  }
  audit_events: {
    kind: AuditKind
  }
  auto_renewals: {
    currency: Currency
    duration: DurationId
  }
  bus_lines: {
    shape: [lat: number, lon: number][]
    stops: BusStop[]
    timetable: BusLine['timetable']
  }
  bus_progress: {
    state: BusState
  }
  command_orders: {
    command: Command
  }
  commands: {
    code: CommandCode
    command: Command
    result: CommandResult
    reply_class: ReplyClass
    failure: CommandFailure
    held_by: CommandHold
    effect: Effect
  }
  connections: {
    end_reason: CloseReason
  }
  device_states: {
    readings: LiveReadings
  }
  device_types: {
    icon_type: IconType
    import_protocol: ImportProtocol
    sensors: Sensor[]
    work_modes: WorkMode[]
    command_texts: NonNullable<DeviceProfile['commandTexts']>
  }
  devices: {
    import_protocol: ImportProtocol
  }
  exports: {
    question: ExportRequest | ListFileRequest
    format: ExportJob['format']
    language: Language
    summary: ReportSummary
  }
  fences: {
    area: FenceArea
    schedule: FenceSchedule
    must_be_inside: FenceSchedule
  }
  id_issues: {
    runs: [from: number, to: number][]
  }
  import_headings: {
    headings: KnownHeadings
  }
  import_rows: {
    cells: ImportCells
    reason: Pick<Finding, 'column' | 'reason' | 'values'>
  }
  jobs: {
    state: Job['state']
  }
  ledger_balances: {
    asset: BalanceAsset
  }
  ledger_entries: {
    book: LedgerBook
  }
  ledger_movements: {
    asset: LedgerAsset
    kind: LedgerKind
  }
  list_views: {
    state: Pick<ListView, 'filter' | 'columns'>
  }
  device_renewals: {
    cause: 'card' | 'order'
  }
  notices: {
    texts: Partial<Record<Language, string>>
  }
  notification_attempts: {
    outcome: AttemptOutcome
  }
  notification_deliveries: {
    change: NotifyChange
    reason: DeliveryReason
  }
  notification_receivers: {
    language: Language
  }
  notification_usage: {
    channel: 'sms' | 'phone'
  }
  order_lines: {
    result: LineResult
  }
  orders: {
    kind: OrderKind
    status: OrderStatus
    pay_type: PayType
    currency: Currency
    duration: DurationId
    target: 'both' | 'platform'
    cancel_cause: CancelCause
    receipt: Receipt
  }
  pay_accounts: {
    provider: OnlinePayType
    settings: Record<string, unknown>
  }
  payments: {
    provider: OnlinePayType
    state: PaymentState
    currency: Currency
    pay_page: PayPage
  }
  push_subscriptions: {
    language: Language
  }
  renew_prices: {
    duration: DurationId
    currency: Currency
  }
  refunds: {
    state: RefundState
    cause: RefundCause
    currency: Currency
  }
  report_schedules: {
    question: ScheduledReport
    format: ExportJob['format']
    rhythm: ReportSchedule['rhythm']
    language: Language
  }
  risk_points: {
    area: FenceArea
  }
  sandbox_payments: {
    state: 'open' | 'pending' | 'paid' | 'failed' | 'closed'
    currency: Currency
    refunds: Record<string, { amount: number; time: number }>
  }
  stock_movements: {
    from_place: StockPlace | null
    to_place: StockPlace
  }
  street_names: {
    names: Record<string, string>
    place: Record<string, string>
  }
  temporary_unlocks: {
    area: FenceArea
  }
  webhooks: {
    disabled_reason: 'failing' | 'gone'
  }
}
