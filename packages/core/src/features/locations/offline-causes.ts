import type { closeReasons } from '../../codes/frames.ts'

type CloseReason = (typeof closeReasons)[number]

/** Possible causes of a device's silence; each has a text that advises what to try next. */
export const offlineCauses = [
  'connected', // it is not offline
  'expired',
  'never', // it never reported
  'clock', // its clock is in another time zone than it is set to: nothing of it is shown as of now
  'operator', // others of its network operator went with it
  'refused', // the platform ended the connection: the device is set wrongly, or broken
  'powerCut',
  'batteryEmpty',
  'weakSignal',
  'asleep', // parked with the ignition off: many devices send rarely then
  'silent', // the connection broke for an unknown reason
] as const
export type OfflineCause = (typeof offlineCauses)[number]

interface Facts {
  isConnected: boolean
  isExpired: boolean
  lastContactTime: number | null
  endReason: CloseReason | null
  before: {
    externalVoltageV: number | null
    batteryPercent: number | null
    gsmLevel: number | null
    accOn: boolean | null
  } | null
  neighbours: { total: number; gone: number } | null
  clock: object | null
}

/** Ways in which the platform itself ends a connection because of what the device sends. */
const refusals: ReadonlySet<CloseReason | null> = new Set<CloseReason>([
  ...(['contested', 'unproved', 'noLogin', 'addressFull', 'undetected', 'rubbish', 'incomplete'] as const),
  ...(['malformed', 'unread', 'beforeLogin', 'unknown', 'tooManyIds'] as const),
])

/** Below this no vehicle battery feeds it any more. */
const cutVoltageV = 5
const emptyPercent = 10
/** Of 0 to 4. */
const weakLevel = 1
/** So many neighbours, and this share of them, are no coincidence. */
const fewestOffline = 2
const shareOffline = 0.3

/** What the facts point to, the most certain first; one at least. */
export function offlineCausesOf(facts: Facts): OfflineCause[] {
  const { before, neighbours } = facts
  if (facts.isExpired) return ['expired']
  if (facts.isConnected) return facts.clock === null ? ['connected'] : ['clock']
  if (facts.lastContactTime === null) return ['never']
  const isBelow = (value: number | null | undefined, limit: number) =>
    value !== null && value !== undefined && value < limit
  const found: [OfflineCause, boolean][] = [
    ['clock', facts.clock !== null],
    [
      'operator',
      neighbours !== null &&
        neighbours.gone >= fewestOffline &&
        neighbours.gone / neighbours.total >= shareOffline,
    ],
    ['refused', refusals.has(facts.endReason)],
    ['powerCut', isBelow(before?.externalVoltageV, cutVoltageV)],
    ['batteryEmpty', isBelow(before?.batteryPercent, emptyPercent)],
    ['weakSignal', isBelow(before?.gsmLevel, weakLevel + 1)],
    ['asleep', before?.accOn === false],
  ]
  const causes = found.flatMap(([cause, isFound]) => (isFound ? [cause] : []))
  return causes.length > 0 ? causes : ['silent']
}
