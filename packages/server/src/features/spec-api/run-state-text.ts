import { type Language, textsIn } from '@trackway/core/codes/languages.ts'
import { type ConnectionState, type RunState, runStates } from '@trackway/core/codes/states.ts'

const words = {
  en: {
    stopped: 'Stopped',
    driving: 'Driving',
    online: 'Online',
    inactive: 'Inactive',
    offline: 'Offline',
    units: [' d', ' h', ' min'],
  },
  cn: {
    stopped: '静止',
    driving: '行驶',
    online: '在线',
    inactive: '未激活',
    offline: '离线',
    units: [' 天', ' 小时', ' 分钟'],
  },
} as const
const unitMs = [86_400_000, 3_600_000, 60_000] as const

interface Vehicle {
  state: ConnectionState
  runState: RunState | number
  stateTime: number | null
}

/** An offline device shows offline and for how long. */
export function runStateText(
  { state, runState, stateTime }: Vehicle,
  language: Language,
  now: number,
): string {
  const of = textsIn<(typeof words)['en' | 'cn']>(words, language)
  if (state === 'inactive') return of.inactive
  if (runState === runStates.moving) return of.driving
  if (runState === runStates.stopped) return of.stopped
  if (runState === runStates.noPosition) return of.online
  if (stateTime === null) return of.offline
  const agoMs = Math.max(0, now - stateTime)
  const unit = unitMs.findIndex((ms) => agoMs >= ms)
  const at = unit < 0 ? unitMs.length - 1 : unit
  return `${of.offline} ${Math.floor(agoMs / unitMs[at]!)}${of.units[at]}`
}
