import { type Abilities, mayHaveSensor, type Sensor } from '../../codes/device-abilities.ts'
import { type CommandCode, isOffered, type Offering } from '../commands/commands.ts'

/** What a quality check can ask of a produced device, a row each. */

interface CheckRow {
  /** What a criterion of it says: the least, the most, both, a text, a command; nothing where it only has to happen. */
  bounds: 'none' | 'low' | 'high' | 'range' | 'text' | 'command'
  /** Of the measured value and its bounds. */
  unit: string
  /** Types without it are not checked for it. */
  sensor?: Sensor
  /** What a new criterion begins with. */
  usual?: { low?: number; high?: number; text?: string }
  /** Bounds are within these. */
  most?: number
}

const row = (parts: CheckRow): CheckRow => parts

export const checks = {
  login: row({ bounds: 'none', unit: '' }),
  /** Minutes from the login, or from the scan of one that was connected before, to the first fix. */
  fix: row({ bounds: 'high', unit: 'min', usual: { high: 3 }, most: 120 }),
  satellites: row({ bounds: 'low', unit: '', usual: { low: 4 }, most: 60 }),
  /** 0 to 4. */
  gsm: row({ bounds: 'low', unit: '', usual: { low: 2 }, most: 4 }),
  externalVoltage: row({
    bounds: 'range',
    unit: 'V',
    sensor: 'externalPower',
    usual: { low: 11, high: 14.5 },
    most: 120,
  }),
  batteryVoltage: row({
    bounds: 'range',
    unit: 'V',
    sensor: 'battery',
    usual: { low: 3.6, high: 4.3 },
    most: 60,
  }),
  batteryPercent: row({ bounds: 'low', unit: '%', sensor: 'battery', usual: { low: 50 }, most: 100 }),
  /** Seen on and off. */
  acc: row({ bounds: 'none', unit: '', sensor: 'ignition' }),
  /** It says that it was shaken, or that it moves. */
  gSensor: row({ bounds: 'none', unit: '', sensor: 'vibration' }),
  firmware: row({ bounds: 'text', unit: '' }),
  iccid: row({ bounds: 'none', unit: '' }),
  /** The device answers a query. */
  command: row({ bounds: 'command', unit: '', usual: { text: 'status' } }),
} as const satisfies Record<string, CheckRow>

export type CheckCode = keyof typeof checks
export const checkCodes = Object.keys(checks) as [CheckCode, ...CheckCode[]]

/** The row of a check, seen as any row. */
export const checkRow = (code: CheckCode): CheckRow => checks[code]

/** Queries that a device may be sent: nothing changes by them. */
export const checkCommands = [
  'status',
  'version',
  'iccid',
  'settings',
  'network',
  'selfCheck',
] as const satisfies readonly CommandCode[]

/** What has to be true of a device. */
export interface Criterion {
  code: CheckCode
  low: number | null
  high: number | null
  /** The firmware, or the command. */
  text: string | null
}

/** May devices of the type be checked for it? */
export function isPossible(
  { code, text }: Pick<Criterion, 'code' | 'text'>,
  type: Pick<Abilities, 'sensors'> & Offering,
): boolean {
  if (!mayHaveSensor(type, checkRow(code).sensor)) return false
  return code !== 'command' || checkCommands.some((each) => each === text && isOffered(each, type))
}

export const newCriterion = (code: CheckCode): Criterion => {
  const { low = null, high = null, text = null } = checkRow(code).usual ?? {}
  return { code, low, high, text }
}

/** What devices are checked for whose type has no criteria of its own. */
export const usualCriteria: { minutes: number; checks: Criterion[] } = {
  minutes: 5,
  checks: (['login', 'fix', 'satellites', 'gsm'] as const).map(newCriterion),
}
