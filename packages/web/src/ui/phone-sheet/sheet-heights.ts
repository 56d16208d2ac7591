/** How far a sheet is drawn up on a phone. */
export const sheetHeights = ['peek', 'half', 'full'] as const
export type SheetHeight = (typeof sheetHeights)[number]
