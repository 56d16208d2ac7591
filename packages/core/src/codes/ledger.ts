/** What accounts hold in numbers and hand on down the tree. */
export const ledgerAssets = ['import'] as const
export type LedgerAsset = (typeof ledgerAssets)[number]

/** Why numbers moved: handed on, taken back, used by adding devices, an addition undone, an account deleted. */
export const ledgerKinds = ['grant', 'takeBack', 'use', 'undo', 'accountDeleted'] as const
export type LedgerKind = (typeof ledgerKinds)[number]
