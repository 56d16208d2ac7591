import { trackSettingKind } from '@trackway/core/features/track-settings/calls.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { effective, levelsOf, type SetLevel } from '../../platform/level-settings.ts'

type Client = Parameters<typeof levelsOf>[0]
type Levels = readonly SetLevel<TrackSettingValues>[]
type SettingOrigin = 'default' | SetLevel<unknown>['origin']

/** What counts for each of these devices. One query, however many. */
export async function trackSettingsOf(
  client: Client,
  deviceIds: readonly number[],
): Promise<Map<number, TrackSettingValues>> {
  const levels = await levelsOf(client, trackSettingKind, deviceIds)
  return new Map(deviceIds.map((id) => [id, effectiveTrackSettings(levels.get(id) ?? [])]))
}

/** The settings of one device with where each value comes from. */
export async function explainedSettings(
  client: Client,
  deviceId: number,
): Promise<{ settings: TrackSettingValues; origins: Record<keyof TrackSettingValues, SettingOrigin> }> {
  const levels = (await levelsOf(client, trackSettingKind, [deviceId])).get(deviceId) ?? []
  const settings = effectiveTrackSettings(levels)
  const names = Object.keys(settings) as (keyof TrackSettingValues)[]
  const originOf = (name: keyof TrackSettingValues): SettingOrigin =>
    levels.findLast(({ own }) => own[name] === settings[name])?.origin ?? 'default'
  const origins = Object.fromEntries(names.map((name) => [name, originOf(name)]))
  return { settings, origins: origins as Record<keyof TrackSettingValues, SettingOrigin> }
}

/** What counts; only tracks are never kept for longer than the accounts above keep them. */
export function effectiveTrackSettings(levels: Levels): TrackSettingValues {
  const nearest = effective(trackSettingKind, levels)
  const most = mostDaysKept(levels)
  return isLonger(nearest.daysKept, most) ? { ...nearest, daysKept: most } : nearest
}

/**
 * The least number of days that an account above keeps: there, what is set for the type counts before what is set
 * for all, and may be that all is kept.
 * @returns null: none above sets a limit
 */
export function mostDaysKept(levels: Levels): number | null {
  const byAccount = new Map<number | null, number | null>()
  for (const { isAbove, accountId, own } of levels)
    if (isAbove && own.daysKept !== undefined) byAccount.set(accountId, own.daysKept)
  const limits = [...byAccount.values()].filter((days) => days !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** Null keeps all. */
export function isLonger(daysKept: number | null, most: number | null): boolean {
  return most !== null && (daysKept === null || daysKept > most)
}
