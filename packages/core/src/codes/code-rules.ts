/**
 * What a device of a type must prove before its reports count (JT/T 808, 0102): `any` code is taken; its code is
 * learnt, and another one is reported to administrators; or its code is demanded.
 */
export const codeRules = ['any', 'learn', 'demand'] as const
export type CodeRule = (typeof codeRules)[number]
