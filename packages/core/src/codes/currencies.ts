/**
 * Currencies that prices stand in, each with how many decimals its unit has (ISO 4217). `Intl` is no source for that:
 * it follows what is used in shops.
 */
export const currencies = {
  USD: { decimals: 2 },
  CNY: { decimals: 2 },
  EUR: { decimals: 2 },
  GBP: { decimals: 2 },
  HKD: { decimals: 2 },
  JPY: { decimals: 0 },
  AUD: { decimals: 2 },
  CAD: { decimals: 2 },
  SGD: { decimals: 2 },
  THB: { decimals: 2 },
  MYR: { decimals: 2 },
  MXN: { decimals: 2 },
} as const

export type Currency = keyof typeof currencies
export const currencyCodes = Object.keys(currencies) as Currency[]
