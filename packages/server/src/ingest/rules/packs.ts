import {
  evaluatePack,
  type PackFault,
  packFaultAlarm,
  packFaults,
} from '@trackway/core/features/batteries/evaluate-pack.ts'
import type { PackMemory } from '../device-state.ts'
import { isLive, type RuleContext, raiseAlarm } from '../rule-context.ts'

/**
 * Checks the battery packs of a live report against the limits set: an alarm of each pack and fault, which begins once
 * and ends.
 */
export function packs(context: RuleContext): void {
  const { report, state, config, now } = context
  const { packPercent, packVoltageV, packCurrentA, packTemperatureC, packState } = report
  const reported = [packPercent, packVoltageV, packTemperatureC, packCurrentA, packState]
  if (reported.every((list) => list === undefined) || !isLive(context)) return
  const cells = report.extra?.cellVoltagesV
  const time = Math.min(context.fixTime ?? now, now)
  const before = state.derivation.packs ?? []
  const count = Math.max(before.length, ...reported.map((list) => list?.length ?? 0))
  const memories: (PackMemory | null)[] = []
  for (let at = 0; at < count; at++) {
    const memory = before[at] ?? null
    if (reported.every((list) => (list?.[at] ?? null) === null)) {
      memories.push(memory)
      continue
    }
    const reading = {
      percent: packPercent?.[at] ?? undefined,
      voltageV: packVoltageV?.[at] ?? undefined,
      temperatureC: packTemperatureC?.[at] ?? undefined,
      currentA: packCurrentA?.[at] ?? undefined,
      // Frames that list cells are of one pack, and say 0 of cells that it does not have.
      cellsV: at === 0 && Array.isArray(cells) ? (cells as number[]).filter((volts) => volts > 0) : undefined,
    }
    const was = memory?.faults ?? []
    const faults = evaluatePack(reading, config.settings.batteries, was)
    const isCharging = (packState?.[at] ?? state.readings?.packState?.value[at]) === 'charging'
    const detail = {
      pack: at + 1,
      percent: reading.percent ?? null,
      voltageV: reading.voltageV ?? null,
      temperatureC: reading.temperatureC ?? null,
      currentA: reading.currentA ?? null,
    }
    const codeOf = (fault: PackFault) => packFaultAlarm(fault, isCharging)
    const raise = (code: number, phase: 'begin' | 'end') =>
      raiseAlarm(context, { time, code, subjectId: at + 1, source: 'platform', phase, detail })
    const codes: NonNullable<PackMemory['codes']> = {}
    for (const fault of packFaults) {
      const open = memory?.codes?.[fault]
      if (faults.includes(fault)) {
        codes[fault] = open ?? codeOf(fault)
        if (open === undefined) raise(codes[fault], 'begin')
      } else if (open !== undefined) raise(open, 'end')
    }
    memories.push({ time, ...(faults.length > 0 && { faults, codes }) })
  }
  state.derivation.packs = memories
}
