/** Kinds of vehicle that have a picture of their own; others show the first. */
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

/** Pictures in a box of 24, drawn seen from the side, as the field's users know them. */
export const iconPaths: Record<IconType, string> = {
  car: 'M5 10.2 6.6 6.4C6.9 5.6 7.6 5 8.5 5h7c.9 0 1.6.6 1.9 1.4L19 10.2c.9.3 1.5 1 1.5 2V17c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1H6.3v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-4.8c0-1 .6-1.7 1.5-2zM7.1 10h9.8l-1.2-3H8.3zM6.5 14a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  taxi: 'M10 3h4v2h1.5c.9 0 1.6.6 1.9 1.4L19 10.2c.9.3 1.5 1 1.5 2V17c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1H6.3v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-4.8c0-1 .6-1.7 1.5-2l1.6-3.8C6.9 5.6 7.6 5 8.5 5H10zM7.1 10h9.8l-1.2-3H8.3zM6.5 14a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  van: 'M3 7c0-.6.4-1 1-1h11c.5 0 1 .2 1.4.6l3.7 3.9c.5.5.9 1.2.9 2V16c0 .6-.4 1-1 1h-1.1a2.5 2.5 0 0 1-4.8 0H9.9a2.5 2.5 0 0 1-4.8 0H4c-.6 0-1-.4-1-1zm11 1v3h4l-2.8-3zM7.5 17.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm9 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  truck:
    'M2 6.5c0-.6.4-1 1-1h10c.6 0 1 .4 1 1V9h3.2c.6 0 1.1.3 1.5.7l2.7 3.2c.4.4.6.9.6 1.5V16c0 .6-.4 1-1 1h-.6a2.5 2.5 0 0 1-4.8 0H9.4a2.5 2.5 0 0 1-4.8 0H3c-.6 0-1-.4-1-1zM15.5 10.5v2.7h4l-2.2-2.7zM7 17.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zm11 0a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  bus: 'M5.5 4h13C19.3 4 20 4.7 20 5.5V16c0 .8-.5 1.4-1.2 1.6V19c0 .6-.4 1-1 1H17c-.6 0-1-.4-1-1v-1H8v1c0 .6-.4 1-1 1h-.8c-.6 0-1-.4-1-1v-1.4C4.5 17.4 4 16.8 4 16V5.5C4 4.7 4.7 4 5.5 4zM6 6.5V12h12V6.5zm1.3 9.3a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2zm9.4 0a1.1 1.1 0 1 0 0-2.2 1.1 1.1 0 0 0 0 2.2z',
  motorcycle:
    'M13 5h3.2l1.7 4.3A4 4 0 1 1 14.6 14h-2.2A4 4 0 1 1 9 9.2L7 8H4V6.2h3.7l4 2.3h3.7L14.7 6.8H13zM5.5 15.2a2 2 0 1 0 .1-4 2 2 0 0 0-.1 4zm13 0a2 2 0 1 0 .1-4 2 2 0 0 0-.1 4z',
  machine:
    'M3 16.5h11a2 2 0 0 1 0 4H3a2 2 0 0 1 0-4zM4 9h5V6h4c.5 0 .9.3 1 .8l1.3 5.2H17l1.5-5.5 1.8.5-1.8 7.5H4zm6.5-1.5V11h2.6l-.8-3.5z',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0 1.5c-4 0-7.5 2-7.5 5V20h15v-2.5c0-3-3.5-5-7.5-5z',
  asset: 'M12 3l8 4v10l-8 4-8-4V7zm0 2.3L7 7.8l5 2.5 5-2.5zM6 9.5v6.3l5 2.5V12zm12 0L13 12v6.3l5-2.5z',
}
