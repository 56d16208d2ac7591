/**
 * Result codes of the API envelope. 200 to 209, 407, 9902 and 9906 are the specification's (S2 section 8);
 * the others are ours. Each has a text under `result.<name>` in every language; nothing matches on texts.
 */
export const resultCodes = {
  success: 200,
  usernameMalformed: 201,
  wrongPassword: 202,
  accountExpired: 208,
  wrongCredentials: 209,
  tooManyAttempts: 407,
  sessionExpired: 9902,
  noPermission: 9906,
  invalidInput: 1001,
  notFound: 1002,
  demoAccount: 1003,
  usernameTaken: 1004,
  terminalIdTaken: 1005,
  accountInUse: 1006,
  noSubAccounts: 1007,
  roleNotGrantable: 1008,
  transferToSelf: 1009,
  transferUnderDescendant: 1010,
  alreadyThere: 1011,
  tooManyDevices: 1012,
  rangeTooLong: 1013,
  carNumberTaken: 1014,
  unknownDeviceType: 1015,
  payloadTooLarge: 1016,
  tooManyRequests: 1017,
  unavailable: 1018,
  tooManyExports: 1019,
  invalidTimeZone: 1020,
  tooManySchedules: 1021,
  mailNotConfigured: 1022,
  rangeNotOver: 1023,
  tooManyShares: 1024,
  tooManyViews: 1025,
  internal: 1099,
} as const

export type ResultName = keyof typeof resultCodes

/** Reasons a call can be refused for, beyond those every call shares. */
export type RefusalName = Exclude<ResultName, 'success' | 'internal'>

export const resultNames = Object.fromEntries(
  Object.entries(resultCodes).map(([name, code]) => [code, name]),
) as Record<number, ResultName>
