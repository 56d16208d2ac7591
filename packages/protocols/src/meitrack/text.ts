/**
 * AAA, the position as text, fields between commas.
 * Source: Meitrack GPRS protocol, "AAA"; public frames for what firmware adds and leaves out.
 */
import type { Message } from '../protocol.ts'
import { type BodyReader, body, part, readBody } from '../wire/body.ts'
import { delimitedBy, taken } from '../wire/fields.ts'
import type { WireSession } from '../wire/message.ts'
import { dialectOf } from '../wire/message.ts'
import { cellOfTexts } from '../wire/network.ts'
import { addExtra, addValues } from '../wire/report.ts'
import { calendarTime } from '../wire/time.ts'
import { cardEvent, pictureEvent } from './events.ts'
import { modelOf } from './models.ts'
import { addInputs, addTemperature, newReport } from './report.ts'

const { word, number, like, made } = delimitedBy(',')

/** `MCC|MNC|LAC|CI`, the last two in hex. */
const cell = made(
  (text) => {
    const [mcc = '', mnc = '', lac = '', cellId = ''] = text.split('|')
    if (!(Number(mcc) > 0)) return undefined
    return cellOfTexts(Number(mcc), Number(mnc), Number.parseInt(lac, 16), Number.parseInt(cellId, 16))
  },
  () => '',
)

export const position = body({
  /** Of an answer or of a parameter table; only where an event and a place follow. */
  lead: part(taken(/\d+,(?=\d+,-?\d+\.\d+,-?\d+\.\d+,)/y, (text) => text.slice(0, -1))),
  event: part(number),
  latitude: part(number),
  longitude: part(number),
  time: part(word),
  validity: part(word),
  satellites: number,
  gsm: part(number),
  speedKmh: number,
  courseDeg: part(number),
  hdop: number,
  altitudeM: number,
  odometerM: number,
  runTimeS: number,
  cell: part(like(/^(?:(?:[^|]*\|){3}[^|]*)?$/, cell)),
  /** Inputs and outputs, eight or sixteen of each. */
  io: part(like(/^(?:[0-9a-f]{4}|[0-9a-f]{8})$/i, word)),
  analog: part(word),
  assisted: part(word),
  customised: part(word),
  version: part(number),
  fuel: part(like(/^([0-9a-f]{4})?$/i, word)),
  temperatures: part(like(/^([0-9a-f]{6}(\|[0-9a-f]{6})*)?$/i, word)),
  rest: taken(/[\s\S]+/y, (text) => text.replace(/^,+|,+$/g, '') || undefined),
})

export function readPosition(
  reader: BodyReader,
  { reports }: Pick<Message, 'reports'>,
  session: WireSession,
  now: number,
): { event: number | undefined; picture?: string } {
  const values = readBody(position, reader)
  const {
    event,
    latitude,
    longitude,
    time = '',
    validity,
    courseDeg,
    gsm,
    analog = '',
    assisted,
    version = 0,
  } = values
  const analogs = analog.split('|')
  // Units that write volts as they are begin with the battery.
  const isDecimal = analog.includes('.')
  const radix = isOld(analogs) ? 10 : 16
  const [battery, external] = (analogs[0]!.includes('.') ? analogs : analogs.slice(3)).map((field) =>
    field === '' ? undefined : isDecimal ? Number(field) : Number.parseInt(field, radix),
  )
  const model = modelOf(dialectOf(session), isDecimal ? 0 : battery)
  const basics = { event, latitude, longitude, isValid: validity === 'A', time: timeOf(time), courseDeg, gsm }
  const report = newReport(basics, model, session, now)
  addValues(report, position, values)
  if (values.cell !== undefined) report.cells = [values.cell]
  if (values.io !== undefined) {
    const middle = values.io.length / 2
    const [inputs, outputs] = [values.io.slice(0, middle), values.io.slice(middle)]
    addInputs(report, model, Number.parseInt(inputs, 16), Number.parseInt(outputs, 16))
  }
  if (battery) report.batteryVoltageV = isDecimal ? battery : battery * model.batteryStepV
  if (external !== undefined && Number.isFinite(external))
    report.externalVoltageV = isDecimal ? external : external * model.externalStepV
  if (analog !== '') addExtra(report, 'analog', analog)
  if (event === cardEvent && assisted !== undefined) report.driverId = assisted
  else if (assisted !== undefined) addExtra(report, 'assisted', assisted)
  if (values.fuel) report.fuelPercent = hexAndHundredths(values.fuel)
  for (const one of values.temperatures?.split('|') ?? []) {
    if (one === '') continue
    const raw = Number.parseInt(one.slice(2), 16)
    addTemperature(
      report,
      Number.parseInt(one.slice(0, 2), 16),
      version >= 3 ? ((raw << 16) >> 16) / 100 : hexAndHundredths(one.slice(2)),
    )
  }
  reports.push(report)
  return { event, ...(event === pictureEvent && assisted !== undefined && { picture: assisted }) }
}

/** Old firmware wrote what its converters say in decimal, as long as it is; hex has four digits. */
const isOld = (analogs: readonly string[]): boolean =>
  analogs.every((field) => /^\d*$/.test(field)) && analogs.some((field) => /^[1-9]\d{0,2}$/.test(field))

/** A signed whole number, then its hundredths. */
function hexAndHundredths(text: string): number {
  const whole = (Number.parseInt(text.slice(0, 2), 16) << 24) >> 24
  const hundredths = Number.parseInt(text.slice(2), 16) / 100
  return whole < 0 ? whole - hundredths : whole + hundredths
}

/** `yymmddHHMMSS`. */
function timeOf(text: string): number | null {
  if (!/^\d{12}$/.test(text)) return null
  const [yy, mo, dd, hh, mi, ss] = text.match(/../g)!.map(Number)
  return calendarTime(2000 + yy!, mo!, dd!, hh!, mi!, ss!)
}
