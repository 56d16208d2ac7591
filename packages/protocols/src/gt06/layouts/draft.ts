/** What the rows of one body said, in wire units, before `report.ts` puts it together. */
import type { Cell, Extra, Report, WifiPoint } from '../../protocol.ts'

/** One object a frame, always of the same shape, so that reading it stays fast. Numbers: -1 is "not said". */
export class Draft {
  /** Epoch ms of the device's date read as UTC; NaN: no calendar has such a date; null: absent or zeros. */
  deviceTime: number | null = null
  /** Instants that need no time zone: the Unix times of some bodies. */
  unixTime: number | null = null
  /** Low nibble: satellites; high nibble: length of the GPS block. */
  satelliteByte = -1
  /** Magnitudes in 1/1 800 000 degree; the signs are in `flags`. */
  latitude = -1
  longitude = -1
  speedKmh = -1
  /** Bits 0-9 course, 10 north, 11 west, 12 positioned, 14 ACC known, 15 ACC on. */
  flags = -1
  mcc = -1
  mnc = -1
  lac = -1
  cellId = -1
  /** As sent: the magnitude of dBm. */
  rssi = -1
  cellType = -1
  /** Announced number of entries of the list that follows. */
  count = 0
  mac = ''
  terminalInfo = -1
  voltageLevel = -1
  gsm = -1
  alarm = -1
  language = -1
  acc = -1
  uploadMode = -1
  reupload = -1
  event = -1
  /** Server flag of a command or reply. */
  serverFlag = -1
  text = ''
  /** IMEI digits as sent, 16 of them. */
  imei = ''
  cells: Cell[] | null = null
  wifi: WifiPoint[] | null = null
  /** Codes found in modules and events, beside those of the alarm byte. */
  alarms: number[] | null = null
  extra: { [name: string]: Extra } | null = null
  information: { [name: string]: Extra } | null = null
  /** Rows whose wire value is already in the report's unit write here. */
  report: Report = { fixTime: null, fix: 'none' }

  addExtra(name: string, value: Extra): void {
    this.extra ??= {}
    this.extra[name] = value
  }

  addFact(name: string, value: Extra): void {
    this.information ??= {}
    this.information[name] = value
  }

  addAlarm(alarm: number | undefined): void {
    if (alarm === undefined) return
    this.alarms ??= []
    if (!this.alarms.includes(alarm)) this.alarms.push(alarm)
  }
}
