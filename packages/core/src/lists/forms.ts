import { type Language, languages } from '../codes/languages.ts'
import { wireLabel } from '../codes/protocols.ts'
import { zoneOffsetMs } from '../rules/wall-time.ts'

/** How a value of a list or a report is written; `columnForms` describes each form. */
export type ColumnForm = keyof typeof columnForms

const dayMs = 86_400_000
/** 1970-01-01 as sheets count days. */
const epochDay = 25_569

/** An instant in days, as the clocks of a zone show it. */
function clockDays(time: number, timeZone: string): number {
  return (time + zoneOffsetMs(time, timeZone)) / dayMs + epochDay
}

const kilometres = {
  isNumber: true,
  unit: 'km',
  sheet: (metres: number) => Math.round(metres) / 1000,
  numFmt: '#,##0.0',
} as const

/** Every form of a column: what screen, CSV, XLSX, PDF and mail need to know of it. Unknown is null. */
export const columnForms = {
  text: { chars: 18 },
  /** A short text that is never cut. */
  word: { chars: 18 },
  /** Digits that people carry elsewhere: a button copies them. */
  identifier: { chars: 22 },
  /** `YYYY-MM-DD`. */
  day: { chars: 11, numFmt: 'yyyy-mm-dd' },
  /** Date and time in the reader's zone. */
  instant: { chars: 20, write: 'minute', sheet: clockDays, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  /** An instant to the millisecond, for what follows quickly on each other. */
  moment: { chars: 24, write: 'moment', sheet: clockDays, numFmt: 'yyyy-mm-dd hh:mm:ss.000' },
  /** An instant that the screen shows as how long ago it was. */
  age: { chars: 20, write: 'minute', sheet: clockDays, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  /** An instant of which the day is enough on the screen; without one it never comes. */
  term: { chars: 20, write: 'date', sheet: clockDays, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  /** Milliseconds, shown as hours and minutes. */
  duration: {
    isNumber: true,
    unit: 'hours',
    chars: 10,
    write: 'hours',
    sheet: (ms) => ms / dayMs,
    numFmt: '[h]:mm',
  },
  /** Metres, shown as km. */
  distance: { ...kilometres, chars: 12, write: 'kilometres' },
  /** Metres that a dashboard shows, as km to the tenth. */
  odometer: { ...kilometres, chars: 14, write: 'odometer' },
  speed: { isNumber: true, unit: 'kmh', chars: 12, write: 'speed', numFmt: '0' },
  count: { isNumber: true, chars: 9 },
  /** A number as it was measured, with its decimals, or what was read in its place. */
  measured: { isNumber: true, chars: 12, write: 'decimals' },
  bytes: { isNumber: true, unit: 'bytes', chars: 12, write: 'bytes' },
  percent: { isNumber: true, chars: 9, write: 'percent', sheet: (percent) => percent / 100, numFmt: '0%' },
  /** Percent of many, to the tenth. */
  share: { isNumber: true, chars: 9, write: 'share', sheet: (percent) => percent / 100, numFmt: '0.0%' },
  litres: { isNumber: true, unit: 'litres', chars: 10, write: 'litres', numFmt: '#,##0.0' },
  /** L/100 km. */
  consumption: { isNumber: true, unit: 'consumption', chars: 12, write: 'consumption', numFmt: '#,##0.0' },
  pressure: { isNumber: true, unit: 'kpa', chars: 10, write: 'kilopascals', numFmt: '0' },
  temperature: { isNumber: true, unit: 'celsius', chars: 10, write: 'celsius', numFmt: '0.0' },
  voltage: { isNumber: true, unit: 'volts', chars: 10, write: 'volts', numFmt: '0.00' },
  current: { isNumber: true, unit: 'amperes', chars: 10, write: 'amperes', numFmt: '0.0' },
  /** One of the words of the reading of this name. */
  tyreState: { codes: 'tyreState', chars: 16 },
  packState: { codes: 'packState', chars: 14 },
  /** `fromPlace` is the place at `fromLat`, `fromLon` (WGS-84), shown as an address. */
  place: { chars: 40 },
  /** A code of `episodeReasons`. */
  reason: { codes: 'reason', chars: 16 },
  /** A connection state. */
  state: { codes: 'state', chars: 12 },
  /** A key of a report or a list. */
  report: { codes: 'name', chars: 16 },
  exportState: { codes: 'exportState', chars: 12 },
  /** A name of `codes/alarms.ts`, whose texts are under `alarm`. */
  alarm: { codes: 'alarm', chars: 24 },
  alarmState: { codes: 'alarmState', chars: 14 },
  alarmSeverity: { codes: 'alarmSeverity', chars: 12 },
  alarmSource: { codes: 'alarmSource', chars: 12 },
  /** One of `auditKinds`. */
  auditKind: { codes: 'auditKind', chars: 24 },
  importKind: { codes: 'importKind', chars: 24 },
  importState: { codes: 'importState', chars: 12 },
  jobState: { codes: 'jobState', chars: 12 },
  jobQueue: { codes: 'jobQueue', chars: 20 },
  /** One of `taskKindNames`, `taskStates`, `itemStates`; why a device of a task waits or failed. */
  taskKind: { codes: 'taskKind', chars: 20 },
  taskState: { codes: 'taskState', chars: 12 },
  itemState: { codes: 'itemState', chars: 14 },
  /** One of `firmwareWays`. */
  firmwareWay: { codes: 'firmwareWay', chars: 18 },
  taskReason: { codes: 'taskReason', chars: 30 },
  transport: { codes: 'transport', chars: 8 },
  /** One of `moveStates`. */
  moveState: { codes: 'moveState', chars: 16 },
  /** One of `targetOrigins`. */
  targetOrigin: { codes: 'targetOrigin', chars: 14 },
  noticeState: { codes: 'noticeState', chars: 12 },
  noticeForm: { codes: 'noticeForm', chars: 12 },
  /** One of `mediaKinds`, of `mediaEvents`. */
  mediaKind: { codes: 'mediaKind', chars: 12 },
  mediaEvent: { codes: 'mediaEvent', chars: 20 },
  /** A name of `features/commands/commands.ts`, one of `commandStates`, of `commandFailures`. */
  command: { codes: 'command', chars: 24 },
  commandState: { codes: 'commandState', chars: 16 },
  commandFailure: { codes: 'commandFailure', chars: 30 },
  /** A key of a failure; a mail server's own text is shown unchanged. */
  failure: { codes: 'failure', chars: 24 },
  /** A name of a role. */
  role: { codes: 'role', chars: 14 },
  /** One of `accountStates`. */
  accountState: { codes: 'accountState', chars: 12 },
  /** One of `ledgerKinds`, of `balanceAssets`. */
  ledgerKind: { codes: 'ledgerKind', chars: 18 },
  ledgerAsset: { codes: 'ledgerAsset', chars: 16 },
  /** One of `orderStatuses`, `payTypes`, `orderKinds`, `refundStates`. */
  orderStatus: { codes: 'orderStatus', chars: 14 },
  payType: { codes: 'payType', chars: 16 },
  orderKind: { codes: 'orderKind', chars: 16 },
  refundState: { codes: 'refundState', chars: 18 },
  /** One of `autoRenewalResults`. */
  autoRenewalResult: { codes: 'autoRenewalResult', chars: 24 },
  /** One of `differenceKinds`, `differenceStates`. */
  differenceKind: { codes: 'differenceKind', chars: 24 },
  differenceState: { codes: 'differenceState', chars: 10 },
  /** One of `discountCodeStates`. */
  discountCodeState: { codes: 'discountCodeState', chars: 18 },
  /** `manual`, or the name of a source of exchange rates. */
  rateSource: { codes: 'rateSource', chars: 22 },
  /** One of `stockPlaces`, of `stockCauses`. */
  stockPlace: { codes: 'stockPlace', chars: 14 },
  stockCause: { codes: 'stockCause', chars: 18 },
  /** One of `idRangeKinds`. */
  idRangeKind: { codes: 'idRangeKind', chars: 12 },
  /** One of `agpsStates`, `agpsKinds`, `agpsFormats`, `agpsFailures`, `agpsOutcomes`, `agpsWays`. */
  agpsState: { codes: 'agpsState', chars: 14 },
  agpsKind: { codes: 'agpsKind', chars: 24 },
  agpsFormat: { codes: 'agpsFormat', chars: 16 },
  agpsFailure: { codes: 'agpsFailure', chars: 30 },
  agpsOutcome: { codes: 'agpsOutcome', chars: 16 },
  agpsWay: { codes: 'agpsWay', chars: 8 },
  /** Of `features/sim-cards/sim-codes.ts`. */
  simState: { codes: 'simState', chars: 12 },
  simOperator: { codes: 'simOperator', chars: 16 },
  simMismatch: { codes: 'simMismatch', chars: 26 },
  simFailure: { codes: 'simFailure', chars: 24 },
  simEventKind: { codes: 'simEventKind', chars: 20 },
  simEventValue: { codes: 'simEventValue', chars: 16 },
  /** An amount with its currency: `29.97 USD`. */
  money: { chars: 16 },
  /** Of `codes/frames.ts`. */
  frameDirection: { codes: 'frameDirection', chars: 10 },
  messageKind: { codes: 'messageKind', chars: 16 },
  frameProblem: { codes: 'frameProblem', chars: 20 },
  closeReason: { codes: 'closeReason', chars: 28 },
  /** One of `wireProtocols`. */
  wire: { chars: 16 },
  /** One of `codeRules`. */
  codeRule: { codes: 'codeRule', chars: 16 },
  /** Of `features/jig-results/calls.ts`. */
  jigVerdict: { codes: 'jigVerdict', chars: 12 },
  jigKind: { codes: 'jigKind', chars: 14 },
  unitState: { codes: 'unitState', chars: 12 },
  /** One of `qualityStates`; several of `checkCodes`. */
  qualityState: { codes: 'qualityState', chars: 12 },
  qualityChecks: { codes: 'qualityCheck', chars: 30 },
  /** One of `importProtocols`, by its number. */
  importProtocol: { codes: 'importProtocol', chars: 16 },
  /** One of `iconTypes`. */
  iconType: { codes: 'iconType', chars: 12 },
  /** Several of `codes/device-abilities.ts`. */
  sensors: { codes: 'sensor', chars: 30 },
  workModes: { codes: 'workMode', chars: 24 },
  /** One of `fenceStates`, `alarmModes`, and what shape an area has. */
  fenceState: { codes: 'fenceState', chars: 10 },
  alarmMode: { codes: 'alarmMode', chars: 14 },
  shape: { codes: 'shape', chars: 12 },
  /** One of `riskCategories`. */
  riskCategory: { codes: 'riskCategory', chars: 18 },
  /** One of `codes/notifications.ts`. */
  postType: { codes: 'postType', chars: 24 },
  notifyChannel: { codes: 'notifyChannel', chars: 12 },
  notifyChange: { codes: 'notifyChange', chars: 14 },
  deliveryState: { codes: 'deliveryState', chars: 12 },
  mailConsent: { codes: 'mailConsent', chars: 20 },
  deliveryReason: { codes: 'deliveryReason', chars: 24 },
  /** One of `busDirections`. */
  busDirection: { codes: 'busDirection', chars: 10 },
  rhythm: { codes: 'rhythm', chars: 12 },
  language: { chars: 12 },
  yesNo: { codes: 'yesNo', chars: 8 },
  /** Several texts. */
  texts: { chars: 24 },
} as const satisfies Record<string, FormFacts>

interface FormFacts {
  /** It lines up on the right. */
  isNumber?: true
  /** Text under `reports.unit`, in the heading of a file's column, whose numbers are without it. */
  unit?: string
  /** The value is a code whose words are texts under `reports.<codes>`. */
  codes?: string
  /** How a number is written; left out: as a plain number. */
  write?: Exclude<keyof ValueFormat, 'day'>
  /** Width of a file's column in characters; what is longer is wrapped or cut. */
  chars: number
  /** A number as a sheet holds it, and how the sheet shows it. Instants and durations are days there. */
  sheet?: (value: number, timeZone: string) => number
  numFmt?: string
}

type WriteNumber = (value: number) => string

/** How numbers, instants and days are written: as a page shows them, or in a file, where the heading has the unit. */
export interface ValueFormat {
  number: WriteNumber
  decimals: WriteNumber
  minute: WriteNumber
  moment: WriteNumber
  date: WriteNumber
  hours: WriteNumber
  kilometres: WriteNumber
  odometer: WriteNumber
  speed: WriteNumber
  bytes: WriteNumber
  percent: WriteNumber
  share: WriteNumber
  litres: WriteNumber
  consumption: WriteNumber
  kilopascals: WriteNumber
  celsius: WriteNumber
  volts: WriteNumber
  amperes: WriteNumber
  /** `YYYY-MM-DD`. */
  day: (day: string) => string
}

/** What is known of a form. */
export function factsOfForm(form: ColumnForm): FormFacts {
  return columnForms[form]
}

/**
 * Words for codes, for several of them, for languages, protocols and several texts; other values as they are, numbers in our units.
 * @param wordOf the words of a code; without any the code itself is shown
 */
export function inWords(
  value: unknown,
  form: ColumnForm,
  wordOf: (codes: string, code: string) => string,
): string | number {
  const { codes } = factsOfForm(form)
  if (codes !== undefined)
    return [value]
      .flat()
      .map((code) => wordOf(codes, String(code)) || String(code))
      .join(', ')
  if (form === 'language') return languages[value as Language]
  if (form === 'wire') return wireLabel(String(value))
  return Array.isArray(value) ? value.join(', ') : (value as string | number)
}

/** A value as text. Texts, and what is in words already, stay. */
export function writeValue(value: string | number, form: ColumnForm, format: ValueFormat): string {
  if (typeof value === 'string') return form === 'day' ? format.day(value) : value
  return format[factsOfForm(form).write ?? 'number'](value)
}

/** A value as a sheet holds it. */
export function sheetValue(
  value: string | number | null,
  form: ColumnForm,
  timeZone: string,
): string | number | null {
  if (form === 'day' && typeof value === 'string') {
    const time = Date.parse(value)
    return Number.isNaN(time) ? value : clockDays(time, 'UTC')
  }
  return typeof value === 'number' ? (factsOfForm(form).sheet?.(value, timeZone) ?? value) : value
}
