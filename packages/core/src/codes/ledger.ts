import { type DurationId, durationIds } from './durations.ts'

/** What accounts hold in numbers and hand on down the tree: credits to add devices, cards of each duration. */
export type LedgerAsset = 'import' | CardAsset
export type CardAsset = `card${DurationId}`

export const cardAsset = (duration: DurationId): CardAsset => `card${duration}`
export const cardAssets = durationIds.map(cardAsset)
export const ledgerAssets: readonly LedgerAsset[] = ['import', ...cardAssets]

/**
 * Why numbers moved: issued by the platform, handed on, taken back, used by adding devices, an addition undone, used by
 * renewing devices, an account deleted, or no agent any more.
 */
export const ledgerKinds = [
  'issue',
  'grant',
  'takeBack',
  'use',
  'undo',
  'renew',
  'accountDeleted',
  'roleChanged',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
