/**
 * The commands of the platform, a row each: what outside tools know by name, and what the firmware of the GT06 family, JT/T 808
 * and the others know beyond that (ranges: those that firmware checks). A codec lists which it has a form of and
 * writes it; screens, calls and batches read this table.
 */
import { z } from 'zod'
import {
  type Abilities,
  mayHaveSensor,
  mayWorkIn,
  type Sensor,
  type WorkMode,
} from '../../codes/device-abilities.ts'
import {
  clock,
  fenceAlarm,
  freeText,
  latitude,
  longitude,
  number,
  offOr,
  phone,
  way,
  wheels,
  word,
} from './parameters.ts'

/** Where a list of commands shows it. */
export const commandGroups = [
  'engine',
  'query',
  'reporting',
  'mode',
  'alarm',
  'fence',
  'defence',
  'numbers',
  'tyre',
  'device',
] as const
export type CommandGroup = (typeof commandGroups)[number]

/**
 * What the device does once the command took effect, by which it is confirmed. `reportEveryS`: reports that come this
 * often while driving. `reconnects`: the connection ends and begins anew. `fix`: a fix that is newer than the command.
 */
export type Effect =
  | { reading: 'oilCut' | 'armed'; is: boolean }
  | { reportEveryS: number }
  | { reconnects: true }
  | { fix: true }

interface RowParts<P extends z.ZodRawShape> {
  group: CommandGroup
  parameters: P
  /** Values that are allowed: for samples, and to ask a codec whether it has a form of the command. */
  example: z.input<z.ZodObject<P>>
  /** `dangerous`: confirmed twice. `losing`: can make the device unreachable: confirmed twice, and for administrators. */
  risk?: 'dangerous' | 'losing'
  /** What a device needs for it, and in which of these modes it must be able to work: types without do not offer it. */
  sensor?: Sensor
  workModes?: readonly WorkMode[]
  /** Of several that wait, only the newest of a kind is delivered. Left out: its own code. */
  kind?: string
  /** It is read, nothing changes. */
  isQuery?: true
  /** The device ends the connection, and need not come back. One that `reconnects` ends it as well. */
  isLast?: true
  effect?: (parameters: z.output<z.ZodObject<P>>) => Effect
}

const row = <P extends z.ZodRawShape>({ parameters, ...parts }: RowParts<P>) => ({
  ...parts,
  parameters: z.object(parameters).strict(),
})

const isOn = z.boolean()
const query = (sensor?: Sensor) =>
  row({ group: 'query', ...(sensor && { sensor }), parameters: {}, example: {}, isQuery: true })
const plain = (group: CommandGroup, sensor?: Sensor) =>
  row({ group, ...(sensor && { sensor }), parameters: {}, example: {} })
/** Volts below which it begins and from which on it is over. */
const voltages = {
  isOn,
  way,
  lowV: z.number().min(1).max(100).meta({ unit: 'V' }),
  normalV: z.number().min(1).max(100).meta({ unit: 'V' }),
  seconds: number(1, 300, 's'),
}
const voltageExample = { isOn: true, lowV: 11.5, normalV: 12, seconds: 30 }

export const commands = {
  // Engine
  oilCut: row({
    group: 'engine',
    sensor: 'relay',
    parameters: {},
    example: {},
    risk: 'dangerous',
    kind: 'oil',
    effect: () => ({ reading: 'oilCut', is: true }),
  }),
  oilRestore: row({
    group: 'engine',
    sensor: 'relay',
    parameters: {},
    example: {},
    kind: 'oil',
    effect: () => ({ reading: 'oilCut', is: false }),
  }),
  oilState: query('relay'),

  // Queries
  locate: row({ group: 'query', parameters: {}, example: {}, isQuery: true, effect: () => ({ fix: true }) }),
  mapLink: query(),
  status: query(),
  settings: query(),
  network: query(),
  version: query(),
  iccid: query(),
  selfCheck: query(),
  fences: query(),

  // Reporting
  timer: row({
    group: 'reporting',
    parameters: { movingS: offOr(5, 18_000, 's'), parkedS: offOr(5, 18_000, 's').optional() },
    example: { movingS: 30 },
    effect: ({ movingS }) => ({ reportEveryS: movingS }),
  }),
  distance: row({
    group: 'reporting',
    parameters: { distanceM: offOr(50, 10_000, 'm') },
    example: { distanceM: 500 },
  }),
  corner: row({
    group: 'reporting',
    parameters: { isOn, angleDeg: number(5, 180, '°'), seconds: number(2, 5, 's').default(3) },
    example: { isOn: true, angleDeg: 20 },
  }),
  heartbeat: row({
    group: 'reporting',
    parameters: { minutes: number(1, 300, 'min'), parkedMinutes: number(1, 300, 'min').optional() },
    example: { minutes: 5 },
  }),
  resendBatch: row({
    group: 'reporting',
    parameters: { isOn, points: number(1, 50) },
    example: { isOn: true, points: 10 },
  }),
  staticFilter: row({
    group: 'reporting',
    parameters: { isOn, radiusM: number(10, 1_000, 'm') },
    example: { isOn: true, radiusM: 100 },
  }),
  gpsOn: row({
    group: 'reporting',
    parameters: { minutes: number(5, 300, 'min') },
    example: { minutes: 10 },
  }),
  /** A report every so often for a while, then as before. */
  track: row({
    group: 'reporting',
    parameters: { everyS: offOr(1, 3_600, 's'), forS: number(1, 86_400, 's') },
    example: { everyS: 5, forS: 300 },
    effect: ({ everyS }) => ({ reportEveryS: everyS }),
  }),

  // Modes
  /** Of models with SWMODE: `normal` saves by itself, `interval` every `minutes`, `sleep` until `time` of day. */
  workMode: row({
    group: 'mode',
    workModes: ['interval', 'sleep', 'saving'],
    parameters: {
      mode: z.enum(['normal', 'interval', 'sleep']),
      minutes: number(5, 1_440, 'min').optional(),
      time: clock.optional(),
    },
    example: { mode: 'interval', minutes: 60 },
  }),
  /** Of models with long standby (R001, R002): always on, awake daily at `time`, or every so many `hours`. */
  wakeMode: row({
    group: 'mode',
    workModes: ['clock', 'interval', 'sleep'],
    parameters: {
      mode: z.enum(['normal', 'daily', 'hours']),
      time: clock.optional(),
      hours: number(1, 720, 'h').optional(),
    },
    example: { mode: 'daily', time: '08:00' },
  }),
  /** Of models with MODE (GT300, GT740): `alarmClocks` are times of day, `weekdays` 1 Monday to 7 Sunday. */
  clockMode: row({
    group: 'mode',
    workModes: ['clock', 'interval'],
    parameters: {
      mode: z.enum(['normal', 'hours', 'weekdays', 'alarmClocks']),
      everyS: number(10, 43_200, 's').optional(),
      time: clock.optional(),
      hours: number(1, 360, 'h').optional(),
      weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
      alarmClocks: z.array(clock).min(1).max(12).optional(),
    },
    example: { mode: 'hours', hours: 12, time: '06:00' },
  }),
  /** Reports while idling; 0 closes the mode. */
  idle: row({
    group: 'mode',
    workModes: ['saving', 'interval'],
    parameters: { minutes: offOr(1, 300, 'min') },
    example: { minutes: 5 },
  }),
  /** GPS goes off after so long without movement. */
  sleep: row({
    group: 'mode',
    workModes: ['sleep', 'saving'],
    parameters: { seconds: number(0, 300, 's') },
    example: { seconds: 60 },
  }),
  sleepInterval: row({
    group: 'mode',
    workModes: ['sleep', 'saving'],
    parameters: { seconds: number(10, 86_400, 's') },
    example: { seconds: 3_600 },
  }),
  sleepLamp: row({
    group: 'mode',
    workModes: ['sleep', 'saving'],
    parameters: { isOn },
    example: { isOn: true },
  }),
  shutdown: row({ group: 'mode', parameters: {}, example: {}, risk: 'losing', isLast: true }),

  // Alarms of the device
  movementAlarm: row({
    group: 'alarm',
    parameters: { isOn, radiusM: number(100, 1_000, 'm').default(300), way },
    example: { isOn: true },
  }),
  vibrationAlarm: row({
    group: 'alarm',
    sensor: 'vibration',
    parameters: { isOn, way },
    example: { isOn: true },
  }),
  sensitivity: row({
    group: 'alarm',
    sensor: 'vibration',
    parameters: { level: number(1, 10) },
    example: { level: 3 },
  }),
  vibrationTimes: row({
    group: 'alarm',
    sensor: 'vibration',
    parameters: {
      detectS: number(10, 300, 's'),
      delayS: number(10, 300, 's'),
      pauseMinutes: number(1, 3_000, 'min'),
    },
    example: { detectS: 10, delayS: 180, pauseMinutes: 30 },
  }),
  powerOffAlarm: row({
    group: 'alarm',
    sensor: 'externalPower',
    parameters: {
      isOn,
      way,
      detectS: number(2, 3_600, 's').default(10),
      chargedS: number(1, 3_600, 's').default(30),
    },
    example: { isOn: true },
  }),
  lowPowerAlarm: row({
    group: 'alarm',
    sensor: 'battery',
    parameters: { isOn, way },
    example: { isOn: true },
  }),
  externalLowAlarm: row({
    group: 'alarm',
    sensor: 'externalPower',
    parameters: voltages,
    example: voltageExample,
  }),
  externalLowCut: row({
    group: 'alarm',
    sensor: 'externalPower',
    parameters: voltages,
    example: voltageExample,
  }),
  speedAlarm: row({
    group: 'alarm',
    parameters: { isOn, speedKmh: number(1, 255, 'km/h'), seconds: number(5, 600, 's').default(20), way },
    example: { isOn: true, speedKmh: 120 },
  }),
  tamper: row({ group: 'alarm', sensor: 'light', parameters: { isOn, way }, example: { isOn: true } }),
  accAlarm: row({
    group: 'alarm',
    sensor: 'ignition',
    parameters: {
      isOn,
      way,
      seconds: number(5, 60, 's').default(10),
      on: z.enum(['both', 'off', 'on']).default('both'),
    },
    example: { isOn: true },
  }),
  doorAlarm: row({
    group: 'alarm',
    sensor: 'door',
    parameters: { isOn, level: number(0, 2) },
    example: { isOn: true, level: 0 },
  }),
  simAlarm: row({ group: 'alarm', parameters: { isOn }, example: { isOn: true } }),
  blindAlarm: row({
    group: 'alarm',
    parameters: { isOn, enterS: number(5, 600, 's'), leaveS: number(5, 600, 's'), way },
    example: { isOn: true, enterS: 60, leaveS: 30 },
  }),
  sosAlarm: row({
    group: 'alarm',
    sensor: 'sos',
    parameters: { isOn, way, pressMs: number(100, 10_000, 'ms').default(3_000) },
    example: { isOn: true },
  }),
  harshAlarm: row({
    group: 'alarm',
    parameters: {
      isOn,
      way,
      seconds: number(1, 30, 's'),
      acceleration: number(10, 300),
      braking: number(10, 300),
    },
    example: { isOn: true, seconds: 2, acceleration: 60, braking: 80 },
  }),
  corneringAlarm: row({
    group: 'alarm',
    parameters: {
      isOn,
      way,
      angleDeg: number(10, 180, '°'),
      speedKmh: number(10, 200, 'km/h'),
      seconds: number(1, 30, 's'),
    },
    example: { isOn: true, angleDeg: 60, speedKmh: 50, seconds: 2 },
  }),
  collisionAlarm: row({
    group: 'alarm',
    parameters: { isOn, way, level: number(10, 1_024) },
    example: { isOn: true, level: 200 },
  }),
  jamAlarm: row({
    group: 'alarm',
    parameters: {
      isOn,
      way,
      seconds: number(1, 3_600, 's'),
      action: z.enum(['nothing', 'cutSlow', 'cutNow', 'cutAccOff']),
    },
    example: { isOn: true, seconds: 30, action: 'nothing' },
    risk: 'dangerous',
  }),
  towAlarm: row({
    group: 'alarm',
    parameters: { isOn, way, distanceM: number(1, 10_000, 'm') },
    example: { isOn: true, distanceM: 300 },
  }),

  // Fences that the device itself watches
  fenceOn: row({
    group: 'fence',
    parameters: { latitude, longitude, radiusM: number(100, 999_900, 'm'), alarmOn: fenceAlarm, way },
    example: { latitude: 22.577, longitude: 113.9, radiusM: 500, alarmOn: 'in/out' },
    kind: 'fence',
  }),
  fenceRectangle: row({
    group: 'fence',
    parameters: {
      south: latitude,
      west: longitude,
      north: latitude,
      east: longitude,
      alarmOn: fenceAlarm,
      way,
    },
    example: { south: 22.5, west: 113.8, north: 22.6, east: 113.9, alarmOn: 'in/out' },
    kind: 'fence',
  }),
  fenceOff: row({ group: 'fence', parameters: {}, example: {}, kind: 'fence' }),

  // Protection against theft
  defenceOn: row({
    group: 'defence',
    parameters: {},
    example: {},
    kind: 'defence',
    effect: () => ({ reading: 'armed', is: true }),
  }),
  defenceOff: row({
    group: 'defence',
    parameters: {},
    example: {},
    kind: 'defence',
    effect: () => ({ reading: 'armed', is: false }),
  }),
  defenceDelay: row({
    group: 'defence',
    parameters: { minutes: number(1, 60, 'min') },
    example: { minutes: 10 },
  }),
  defenceMode: row({
    group: 'defence',
    parameters: { mode: z.enum(['automatic', 'manual']) },
    example: { mode: 'automatic' },
  }),
  resetAlarm: plain('defence'),

  // Numbers and access
  sos: row({
    group: 'numbers',
    parameters: { numbers: z.array(phone).min(1).max(3) },
    example: { numbers: ['13800138000'] },
  }),
  sosDelete: row({
    group: 'numbers',
    parameters: { places: z.array(z.int().min(1).max(3)).min(1).max(3) },
    example: { places: [1, 2, 3] },
  }),
  centreNumber: row({ group: 'numbers', parameters: { number: phone }, example: { number: '13800138000' } }),
  centreNumberDelete: plain('numbers'),
  devicePassword: row({
    group: 'numbers',
    parameters: {
      old: z
        .string()
        .regex(/^[0-9A-Za-z]{1,20}$/)
        .optional(),
      new: z.string().regex(/^[0-9A-Za-z]{1,20}$/),
    },
    example: { old: '000000', new: '123456' },
    risk: 'dangerous',
  }),
  language: row({
    group: 'numbers',
    parameters: { language: z.enum(['en', 'cn']) },
    example: { language: 'en' },
  }),
  monitorCall: row({
    group: 'numbers',
    sensor: 'microphone',
    parameters: { number: phone },
    example: { number: '13800138000' },
  }),
  record: row({
    group: 'numbers',
    sensor: 'microphone',
    parameters: { length: z.enum(['0', '30', '60', '120', '180', '240', '300', '999']).meta({ unit: 's' }) },
    example: { length: '60' },
  }),

  // Tyres
  tireQuery: row({ group: 'tyre', sensor: 'tyres', parameters: {}, example: {}, isQuery: true }),
  tireLearn: row({
    group: 'tyre',
    sensor: 'tyres',
    parameters: { wheel: z.enum(wheels) },
    example: { wheel: 'frontLeft' },
  }),
  tireSwap: row({
    group: 'tyre',
    sensor: 'tyres',
    parameters: { from: z.enum(wheels), to: z.enum(wheels) },
    example: { from: 'frontLeft', to: 'rearRight' },
  }),
  tirePressure: row({
    group: 'tyre',
    sensor: 'tyres',
    parameters: {
      limit: z.enum(['frontLow', 'frontHigh', 'rearLow', 'rearHigh']),
      pressureKpa: number(130, 500, 'kPa'),
    },
    example: { limit: 'frontLow', pressureKpa: 200 },
  }),
  tireTemperature: row({
    group: 'tyre',
    sensor: 'tyres',
    parameters: { temperatureC: number(60, 85, '°C') },
    example: { temperatureC: 75 },
  }),
  tireDefaults: plain('tyre', 'tyres'),
  tireConfirm: plain('tyre', 'tyres'),

  // The device itself
  reset: row({
    group: 'device',
    parameters: {},
    example: {},
    effect: () => ({ reconnects: true }),
  }),
  factory: row({
    group: 'device',
    parameters: {},
    example: {},
    risk: 'losing',
    effect: () => ({ reconnects: true }),
  }),
  server: row({
    group: 'device',
    parameters: {
      host: z.string().regex(/^[0-9A-Za-z.-]{1,64}$/),
      port: number(1, 65_535),
      transport: z.enum(['tcp', 'udp']).default('tcp'),
      /** Where it reports to while the other does not answer; a move away that leaves it comes back by it. */
      backupHost: z
        .string()
        .regex(/^[0-9A-Za-z.-]{1,64}$/)
        .optional(),
    },
    example: { host: '203.0.113.7', port: 5023 },
    risk: 'losing',
    effect: () => ({ reconnects: true }),
  }),
  apn: row({
    group: 'device',
    parameters: { name: word(32), user: word(32).optional(), password: word(32).optional() },
    example: { name: 'cmnet' },
    risk: 'losing',
    effect: () => ({ reconnects: true }),
  }),
  timeZone: row({
    group: 'device',
    parameters: { utcOffsetMinutes: z.int().min(-720).max(720).multipleOf(15).meta({ unit: 'min' }) },
    example: { utcOffsetMinutes: 480 },
    risk: 'dangerous',
  }),
  gprs: row({ group: 'device', parameters: { isOn }, example: { isOn: true }, risk: 'losing', isLast: true }),
  mileage: row({
    group: 'device',
    parameters: { mileageKm: number(0, 999_999, 'km') },
    example: { mileageKm: 12_345 },
  }),
  /** How often the device reports the voltage of the vehicle. */
  externalPower: row({
    group: 'device',
    sensor: 'externalPower',
    parameters: { isOn, everyS: number(5, 3_600, 's').default(600) },
    example: { isOn: true },
  }),
  /** No maker's text for these three is known: types that have one set it (`commandTexts`). */
  chargingChannel: row({ group: 'device', parameters: { channel: number(0, 9) }, example: { channel: 1 } }),
  bind: plain('device'),
  unbind: plain('device'),
  clearData: row({ group: 'device', parameters: {}, example: {}, risk: 'dangerous' }),
  takePhoto: plain('device', 'camera'),
  doorLock: row({ group: 'device', sensor: 'door', parameters: { isOn }, example: { isOn: true } }),
  upgrade: row({
    group: 'device',
    parameters: { url: z.string().regex(/^[!-:<-~]{8,200}$/) },
    example: { url: 'http://203.0.113.7/k100b-2.1.bin' },
    risk: 'losing',
    effect: () => ({ reconnects: true }),
  }),
  /** A text in the device's own words, as it is. */
  text: row({ group: 'device', parameters: { content: freeText }, example: { content: 'STATUS#' } }),
}

export type CommandCode = keyof typeof commands
export const commandCodes = Object.keys(commands) as CommandCode[]

/** A command as a codec takes it: its parameters were checked, and what was left out is filled in. */
export type Command = {
  [C in CommandCode]: { code: C; parameters: z.output<(typeof commands)[C]['parameters']> }
}[CommandCode]

export type ParametersOf<C extends CommandCode> = z.output<(typeof commands)[C]['parameters']>

/** A row of the table, whichever command it is of. */
export interface CommandRow {
  group: CommandGroup
  parameters: z.ZodObject
  example: Record<string, unknown>
  sensor?: Sensor
  workModes?: readonly WorkMode[]
  risk?: 'dangerous' | 'losing'
  kind?: string
  isQuery?: true
  isLast?: true
  effect?: (parameters: never) => Effect
}

export const commandRow = (code: CommandCode): CommandRow => commands[code] as unknown as CommandRow

/** What decides which commands a type offers: those that it lists (null: all), and what its devices can. */
export interface Offering extends Abilities {
  commands: readonly string[] | null
}

/** Does the type offer the command? Free texts are not held to a list. */
export function isOffered(code: CommandCode, type: Offering): boolean {
  if (code === 'text') return true
  const { sensor, workModes } = commandRow(code)
  return (
    (type.commands === null || type.commands.includes(code)) &&
    mayHaveSensor(type, sensor) &&
    mayWorkIn(type, workModes)
  )
}

/** A command with its parameters checked. @returns null where they do not match its schema */
export function toCommand(code: CommandCode, parameters: Record<string, unknown>): Command | null {
  const parsed = commandRow(code).parameters.safeParse(parameters)
  return parsed.success ? ({ code, parameters: parsed.data } as Command) : null
}

/** How reports show that the device obeyed; null: they do not. */
export function effectOf(command: Command): Effect | null {
  const effect = commandRow(command.code).effect as ((parameters: unknown) => Effect) | undefined
  return effect?.(command.parameters) ?? null
}

/** Does the command make the device end its connection? Then that is its success. */
export function endsConnection(code: CommandCode): boolean {
  const { isLast, effect, example } = commandRow(code)
  const shown = (effect as ((parameters: unknown) => Effect) | undefined)?.(example)
  return isLast === true || (shown !== undefined && 'reconnects' in shown)
}

/** Of waiting commands of one kind only the newest is delivered; queries and texts are kept apart. */
export function kindOf({ code, parameters }: Command): string {
  if (code === 'text') return `text ${(parameters as ParametersOf<'text'>).content}`
  return commandRow(code).kind ?? code
}
