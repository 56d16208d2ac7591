/** What a device was imported as; numbers are the specification's. */
export const importProtocols = {
  other: 0,
  '808': 1,
  GT06: 2,
  '808LongStandby': 3,
  BSJ: 4,
} as const
export type ImportProtocol = (typeof importProtocols)[keyof typeof importProtocols]
export const importProtocolIds = Object.values(importProtocols)
export type ImportProtocolName = keyof typeof importProtocols
export const importProtocolNames = Object.keys(importProtocols) as ImportProtocolName[]
