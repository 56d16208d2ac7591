import { type DurationId, durations } from '@trackway/core/codes/durations.ts'
import type { TFunction } from 'i18next'

/** A duration of service time by its id, in words. */
export const durationText = (t: TFunction, id: DurationId | string): string =>
  t(`reports.column.${durations[Number(id) as DurationId].name}Cards`)
