import {
  evaluateWheel,
  type TyreState,
  tyreFaultAlarms,
  tyreFaults,
  type WheelMemory,
  type WheelVerdict,
} from '@trackway/core/features/tyres/evaluate-wheel.ts'
import { limitsOfWheels } from '@trackway/core/features/tyres/tyre-settings.ts'
import type { LiveReadings } from '@trackway/core/readings/readings.ts'
import { type AlarmDetail, isLive, type RuleContext, raiseAlarm } from '../rule-context.ts'

const tyreCodes: ReadonlySet<number> = new Set(Object.values(tyreFaultAlarms))

/**
 * Checks the wheels of a live report, by the device's own states and by the limits set: an alarm of each wheel and
 * fault, which begins once and ends. The state of wheels is from here on that of this check. A device's own alarm of
 * some tyre is left out where its report names the wheel.
 */
export function tyres(context: RuleContext): void {
  const { report, state, config, now } = context
  const { tyrePressureKpa, tyreTemperatureC, tyreState } = report
  if (!(tyrePressureKpa || tyreTemperatureC || tyreState) || !isLive(context)) return
  const time = Math.min(context.fixTime ?? now, now)
  const known = state.readings ?? {}
  const before = state.derivation.wheels ?? []
  const count = Math.max(
    before.length,
    known.tyrePressureKpa?.value.length ?? 0,
    known.tyreTemperatureC?.value.length ?? 0,
    known.tyreState?.value.length ?? 0,
  )
  const limitsOf = limitsOfWheels(config.settings.tyres, count)
  const memories: (WheelMemory | null)[] = []
  const states: (TyreState | null)[] = []
  for (let at = 0; at < count; at++) {
    const memory = before[at] ?? undefined
    const reading = {
      time,
      pressureKpa: tyrePressureKpa?.[at] ?? undefined,
      temperatureC: tyreTemperatureC?.[at] ?? undefined,
      state: tyreState?.[at] ?? undefined,
    }
    const isReported = [reading.pressureKpa, reading.temperatureC, reading.state].some(
      (value) => value !== undefined,
    )
    if (!isReported) {
      memories.push(memory ?? null)
      states.push(known.tyreState?.value[at] ?? null)
      continue
    }
    const verdict = evaluateWheel(reading, limitsOf(at + 1), memory)
    raiseOf(context, at + 1, verdict, memory, {
      wheel: at + 1,
      pressureKpa: reading.pressureKpa ?? null,
      temperatureC: reading.temperatureC ?? null,
    })
    memories.push(verdict.memory)
    states.push(verdict.state)
  }
  state.derivation.wheels = memories
  state.readings = { ...known, tyreState: { time, value: states } } as LiveReadings
}

function raiseOf(
  context: RuleContext,
  wheel: number,
  { began, memory, state }: WheelVerdict,
  before: WheelMemory | undefined,
  detail: AlarmDetail,
): void {
  const { time } = memory
  if (state !== 'normal')
    context.alarms = context.alarms.filter(({ code, subjectId }) => subjectId !== 0 || !tyreCodes.has(code))
  for (const { fault, source } of began)
    raiseAlarm(context, {
      time,
      code: tyreFaultAlarms[fault],
      subjectId: wheel,
      source,
      phase: 'begin',
      detail,
    })
  for (const fault of tyreFaults)
    if (before?.faults?.includes(fault) && !memory.faults?.includes(fault))
      raiseAlarm(context, {
        time,
        code: tyreFaultAlarms[fault],
        subjectId: wheel,
        source: before.said === fault ? 'device' : 'platform',
        phase: 'end',
        detail,
      })
}
