/** An answer to what was given up is still taken for one. */
export const lateMs = 120_000
