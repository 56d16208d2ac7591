import type { Currency } from '@trackway/core/codes/currencies.ts'
import { amountText } from '@trackway/core/rules/money.ts'

export const moneyText = (amount: number, currency: Currency): string =>
  `${amountText(amount, currency)} ${currency}`
