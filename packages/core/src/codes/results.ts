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
  commonPassword: 1026,
  termMissing: 1040,
  confirmationWrong: 1041,
  protocolMissing: 1042,
  pictureUnusable: 1043,
  deviceTypeInUse: 1044,
  deviceTypeNameTaken: 1045,
  deviceTypeIdTaken: 1046,
  codeRuleWithoutCodes: 1047,
  importRefused: 1060,
  notEnoughImportCounts: 1061,
  tooManyImports: 1062,
  notUndoable: 1063,
  passwordMustChange: 1031,
  notWhileActing: 1032,
  endsAfterSuperior: 1033,
  countDiffers: 1034,
  deviceLimitReached: 1035,
  roleHasSubAccounts: 1036,
  notAnAgent: 1037,
  deviceLimitTaken: 1038,
  codeNeeded: 1110,
  wrongCode: 1111,
  twoFactorDemanded: 1112,
  twoFactorIsOn: 1113,
  tooManyKeys: 1114,
  linkGone: 1115,
  mailFailed: 1116,
  setByEnvironment: 1117,
  internal: 1099,
} as const

export type ResultName = keyof typeof resultCodes

const statuses: Partial<Record<ResultName, number>> = {
  success: 200,
  invalidInput: 400,
  usernameMalformed: 400,
  unknownDeviceType: 400,
  invalidTimeZone: 400,
  tooManyDevices: 400,
  rangeTooLong: 400,
  rangeNotOver: 400,
  confirmationWrong: 400,
  protocolMissing: 400,
  pictureUnusable: 400,
  sessionExpired: 401,
  noPermission: 403,
  demoAccount: 403,
  wrongPassword: 403,
  wrongCredentials: 403,
  codeNeeded: 403,
  wrongCode: 403,
  twoFactorDemanded: 403,
  accountExpired: 403,
  roleNotGrantable: 403,
  passwordMustChange: 403,
  notWhileActing: 403,
  notFound: 404,
  payloadTooLarge: 413,
  tooManyAttempts: 429,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
}

/**
 * HTTP status of a result, for proxies, browsers and generated clients; the envelope's code says more. 401 is an
 * ended session and nothing else. A rule that says no because of what is already there is a conflict.
 */
export const statusOf = (name: ResultName): number => statuses[name] ?? 409

/** Reasons a call can be refused for, beyond those every call shares. */
export type RefusalName = Exclude<ResultName, 'success' | 'internal'>

export const resultNames = Object.fromEntries(
  Object.entries(resultCodes).map(([name, code]) => [code, name]),
) as Record<number, ResultName>
