import type { ImportKindName } from '@trackway/core/features/imports/kinds.ts'

/** The screens of the stock; those that are a grid, with their kind of batch. */
export const stockTabs = {
  importDevice: 'stockImport',
  importImei: 'stockImportImei',
  inputInOut: 'stockMove',
  Removal: 'stockRemoval',
  stockDevice: null,
  records: null,
} as const satisfies Record<string, ImportKindName | null>
export type StockTab = keyof typeof stockTabs
export const stockTabNames = Object.keys(stockTabs) as StockTab[]
