import { alarms } from '@trackway/core/codes/alarms.ts'
import type { CheckResult } from '@trackway/core/features/quality-checks/calls.ts'
import type { CheckCode, Criterion } from '@trackway/core/features/quality-checks/checks.ts'
import type { Message, Report } from '@trackway/protocols/protocol.ts'

/** Something that was seen of a device while it was checked. */
export type Sighting =
  | { kind: 'login'; time: number }
  | { kind: 'message'; time: number; message: Message }
  | { kind: 'reply'; time: number; command: string; text: string }
  /** What it said of itself at some time before. */
  | { kind: 'known'; time: number; information: Readonly<Record<string, unknown>> }

/** What is seen of one check: the value to show, and whether it is as it should be. */
interface Finding {
  value: CheckResult['value']
  isGood: boolean
}

interface Attempt {
  startTime: number
  /** When it logged in; null: it has not. */
  loginTime: number | null
}

const minuteMs = 60_000
/** A fix so long before the scan was kept back. */
const oldMs = 10 * minuteMs
const textChars = 64

export const openCheck = (criterion: Criterion): CheckResult => ({
  ...criterion,
  state: 'open',
  value: null,
  time: null,
})

/**
 * Goes on with the checks of an attempt. A check passes by the first sighting that is as it should be, and stays passed;
 * until then it shows what was seen last. The same sightings may come again.
 * @param sightings oldest first
 */
export function judge(
  checks: readonly CheckResult[],
  sightings: readonly Sighting[],
  attempt: Attempt,
): CheckResult[] {
  return checks.map((check) => {
    let now = check
    for (const sighting of sightings) {
      if (now.state === 'passed') break
      const finding = finders[now.code](now, sighting, attempt)
      if (finding === null) continue
      now = {
        ...now,
        value: finding.value,
        time: sighting.time,
        state: finding.isGood ? 'passed' : 'open',
      }
    }
    return now
  })
}

/** What is open at the deadline has failed. */
export const closeChecks = (checks: readonly CheckResult[]): CheckResult[] =>
  checks.map((check) => (check.state === 'open' ? { ...check, state: 'failed' } : check))

export const failuresOf = (checks: readonly CheckResult[]): CheckCode[] =>
  checks.flatMap(({ code, state }) => (state === 'failed' ? code : []))

type Finder = (check: CheckResult, sighting: Sighting, attempt: Attempt) => Finding | null

/** What a device reports of now, and did not keep back: satellites say when a place was that is not marked. */
const reportsOf = (sighting: Sighting, { startTime }: Attempt): Report[] =>
  sighting.kind === 'message'
    ? sighting.message.reports.filter(
        ({ isBuffered, fix, fixTime }) =>
          !isBuffered && !(fix === 'gps' && fixTime !== null && fixTime < startTime - oldMs),
      )
    : []

/** Of the last report that says something of it. */
const ofReports =
  (find: (report: Report, check: CheckResult) => Finding | null): Finder =>
  (check, sighting, attempt) =>
    reportsOf(sighting, attempt)
      .map((report) => find(report, check))
      .reduce(better, null)

const better = (a: Finding | null, b: Finding | null): Finding | null => (a?.isGood ? a : (b ?? a))

/** A number of a report between the bounds. */
const number = (read: (report: Report) => number | undefined): Finder =>
  ofReports((report, { low, high }) => {
    const measured = read(report)
    if (measured === undefined) return null
    // As it is shown.
    const value = Math.round(measured * 100) / 100
    return { value, isGood: (low === null || value >= low) && (high === null || value <= high) }
  })

const shaken: readonly number[] = [alarms.vibration, alarms.collision]

const finders: Record<CheckCode, Finder> = {
  login: (_, { kind }) => (kind === 'login' ? { value: null, isGood: true } : null),
  fix: (check, sighting, attempt) => {
    // The first fix counts.
    if (check.value !== null || !reportsOf(sighting, attempt).some(isFixed)) return null
    const { startTime, loginTime } = attempt
    const minutes = (sighting.time - Math.max(startTime, loginTime ?? 0)) / minuteMs
    const value = Math.round(Math.max(0, minutes) * 10) / 10
    return { value, isGood: value <= check.high! }
  },
  satellites: number(({ satellites }) => satellites),
  gsm: number(({ gsmLevel }) => gsmLevel),
  externalVoltage: number(({ externalVoltageV }) => externalVoltageV),
  batteryVoltage: number(({ batteryVoltageV }) => batteryVoltageV),
  batteryPercent: number(({ batteryPercent }) => batteryPercent),
  acc: (check, sighting, attempt) => {
    const seen = new Set(check.value === null ? [] : [String(check.value)])
    for (const { accOn } of reportsOf(sighting, attempt))
      if (accOn !== undefined) seen.add(accOn ? 'on' : 'off')
    if (seen.size === 0) return null
    return seen.size === 2 ? { value: 'on, off', isGood: true } : { value: [...seen][0]!, isGood: false }
  },
  gSensor: ofReports(({ alarms: raised = [], extra }) => {
    if (raised.some((code) => shaken.includes(code))) return { value: 'alarm', isGood: true }
    return extra?.isMoving === true ? { value: 'moving', isGood: true } : null
  }),
  firmware: (check, sighting) => {
    const text = firmwareIn(sighting, check)
    return text === null ? null : { value: text.slice(0, textChars), isGood: isVersion(text, check.text!) }
  },
  iccid: (_, sighting) => {
    const iccid = textsIn(sighting, ['iccid', 'ccid']).map((text) => /89\d{17,18}/.exec(text)?.[0])
    const found = iccid.find((each) => each !== undefined)
    return found === undefined ? null : { value: found, isGood: true }
  },
  command: (check, sighting) =>
    sighting.kind === 'reply' && sighting.command === check.text
      ? { value: sighting.text.slice(0, textChars), isGood: true }
      : null,
}

const isFixed = ({ fix, latitude, longitude }: Report): boolean =>
  fix === 'gps' && latitude !== undefined && longitude !== undefined

const firmwareNames = ['firmware', 'software', 'version', 'firmwareVersion', 'softwareVersion']

function firmwareIn(sighting: Sighting, check: CheckResult): string | null {
  // What it said before is of use until it says it again.
  if (sighting.kind === 'known' && check.value !== null) return null
  if (sighting.kind === 'reply') return sighting.command === 'version' ? sighting.text : null
  return textsIn(sighting, firmwareNames)[0] ?? null
}

/** Texts under these names, in their order; of a reply its text. */
function textsIn(sighting: Sighting, names: readonly string[]): string[] {
  switch (sighting.kind) {
    case 'login':
      return []
    case 'reply':
      return [sighting.text]
    case 'known':
      return named(sighting.information, names)
    case 'message': {
      const { information, reports } = sighting.message
      return [information, ...reports.map(({ extra }) => extra)].flatMap((of) => named(of ?? {}, names))
    }
  }
}

const named = (values: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || [] : []
  })

/** Is it the version, by itself or as words of what the device says? */
function isVersion(text: string, expected: string): boolean {
  const [whole, wanted] = [wordsOf(text), wordsOf(expected)]
  return (
    text.trim().toLowerCase() === expected.toLowerCase() ||
    (wanted !== '' && ` ${whole} `.includes(` ${wanted} `))
  )
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s,;:=[\]()]+/g, ' ')
    .trim()
