/**
 * Kinds of vehicle that have a picture of their own; others show the first. The live snapshot names them by their
 * place here, so new ones come last.
 */
export const iconTypes = [
  'car',
  'taxi',
  'van',
  'truck',
  'bus',
  'motorcycle',
  'machine',
  'person',
  'asset',
] as const
export type IconType = (typeof iconTypes)[number]

export function iconIndex(iconType: string): number {
  return Math.max(0, iconTypes.indexOf(iconType as IconType))
}
