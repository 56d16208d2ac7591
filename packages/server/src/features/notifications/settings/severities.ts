import { type AlarmSeverity, alarmSeverities } from '@trackway/core/codes/alarms.ts'

/** The database holds how serious an alarm is as a number, the contract as a word. */
export const severityNumber = (name: AlarmSeverity | null) => (name === null ? null : alarmSeverities[name])

const names = Object.fromEntries(
  Object.entries(alarmSeverities).map(([name, number]) => [number, name]),
) as Record<number, AlarmSeverity>
export const severityName = (number: number | null) => (number === null ? null : (names[number] ?? null))
