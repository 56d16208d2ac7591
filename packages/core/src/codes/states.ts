/** States a device is shown in. Ids are the specification's. */

export const connectionStates = ['online', 'offline', 'inactive', 'expired'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** Whether an account may sign in. */
export const accountStates = ['active', 'suspended', 'expired'] as const
export type AccountState = (typeof accountStates)[number]

/** Order of online devices in the list: by this code, then by age. */
export const runStates = { moving: 1, stopped: 2, noPosition: 3, offline: 4 } as const
export type RunState = (typeof runStates)[keyof typeof runStates]

export const carIconStates = {
  unknown: 0,
  moving: 1,
  fast: 2,
  overspeed: 3,
  stop: 4,
  offline: 5,
  expired: 6,
} as const
export type CarIconState = (typeof carIconStates)[keyof typeof carIconStates]

/** What is wrong with a stored position; bits, so that several can hold. Marked positions are kept. */
export const qualityBits = {
  /** Taken from cells or access points, not from satellites. */
  coarse: 1,
  /** The speed it would take to get here from the point before is over 300 km/h. */
  jump: 2,
  /** Wandering of a parked vehicle's fix. */
  drift: 4,
  /** Its time lies in the future by more than a clock can be wrong. */
  future: 8,
  /** Arrived after a newer position. */
  late: 16,
  /** The device kept it back and sent it later. */
  buffered: 32,
  /** The device had no position. */
  noFix: 64,
  /** Satellites vouch for the place, and the date was none: its time is when it was received. */
  received: 128,
} as const

/** Positions with any of these bits add no mileage and raise no speed or fence alarm. */
export const untrustedBits =
  qualityBits.coarse | qualityBits.jump | qualityBits.drift | qualityBits.future | qualityBits.noFix

/** Of a point of a track. */
export const trackStates = { normal: 1, fast: 2, overspeed: 3, stop: 4, abnormal: 5 } as const
export type TrackState = (typeof trackStates)[keyof typeof trackStates]
