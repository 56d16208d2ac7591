/** What a file of a device is; `other`: of no type that can be shown or played. */
export const mediaKinds = ['image', 'audio', 'video', 'other'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** Why a device took a picture or recorded. */
export const mediaEvents = [
  'platform',
  'timer',
  'robbery',
  'collision',
  'doorOpened',
  'doorClosed',
  'doorsClosedAndMoving',
  'distance',
  'monitor',
  'sos',
  'intercom',
] as const
export type MediaEvent = (typeof mediaEvents)[number]
