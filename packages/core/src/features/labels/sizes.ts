/** Labels as they are sold, in millimetres. */
export interface LabelSize {
  widthMm: number
  heightMm: number
  /** How they lie on a sheet of A4; null: on a roll, a page each. */
  sheet: LabelSheet | null
}

export interface LabelSheet {
  columns: number
  rows: number
  /** Of the first label, from the edges of the sheet. */
  leftMm: number
  topMm: number
  /** From one label to the next; left out: they touch. */
  columnStepMm?: number
}

export const sheetMm = { width: 210, height: 297 } as const

export const labelSizes = {
  '50x30': { widthMm: 50, heightMm: 30, sheet: null },
  '40x20': { widthMm: 40, heightMm: 20, sheet: null },
  '40x30': { widthMm: 40, heightMm: 30, sheet: null },
  '60x40': { widthMm: 60, heightMm: 40, sheet: null },
  '70x40': { widthMm: 70, heightMm: 40, sheet: null },
  'a4-70x37': { widthMm: 70, heightMm: 37, sheet: { columns: 3, rows: 8, leftMm: 0, topMm: 0.5 } },
  'a4-63.5x38.1': {
    widthMm: 63.5,
    heightMm: 38.1,
    sheet: { columns: 3, rows: 7, leftMm: 7.25, topMm: 15.15, columnStepMm: 66 },
  },
  'a4-52.5x29.7': { widthMm: 52.5, heightMm: 29.7, sheet: { columns: 4, rows: 10, leftMm: 0, topMm: 0 } },
  'a4-48.5x25.4': { widthMm: 48.5, heightMm: 25.4, sheet: { columns: 4, rows: 11, leftMm: 8, topMm: 8.8 } },
} as const satisfies Record<string, LabelSize>

export type LabelSizeName = keyof typeof labelSizes
export const labelSizeNames = Object.keys(labelSizes) as [LabelSizeName, ...LabelSizeName[]]
export const labelSizeOf = (name: LabelSizeName): LabelSize => labelSizes[name]

export const labelsPerSheet = ({ sheet }: LabelSize): number => (sheet ? sheet.columns * sheet.rows : 1)

/** Where the label is at a place of a sheet, counted from 0 by row. */
export function placeOnSheet({ widthMm, heightMm }: LabelSize, sheet: LabelSheet, place: number) {
  const { columns, leftMm, topMm, columnStepMm = widthMm } = sheet
  return {
    xMm: leftMm + (place % columns) * columnStepMm,
    yMm: topMm + Math.floor(place / columns) * heightMm,
  }
}
