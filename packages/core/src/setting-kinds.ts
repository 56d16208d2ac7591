import type { Call } from './api/call.ts'
import { batterySettingKind } from './features/batteries/calls.ts'
import type { SettingKindWithCalls } from './features/level-settings/levels.ts'
import { tyreSettingKind } from './features/tyres/calls.ts'

/** What is set by level and read and replaced as it is; alarms and tracks have calls of their own. */
export const settingKinds: readonly SettingKindWithCalls[] = [tyreSettingKind, batterySettingKind]

export const levelSettingCalls: Record<string, Call> = Object.fromEntries(
  settingKinds.flatMap(({ name, calls }) => [
    [`find_${name}`, calls.find],
    [`set_${name}`, calls.set],
  ]),
)
