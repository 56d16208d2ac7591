import { keepPreviousData } from '@tanstack/react-query'
import type { InputOf } from '@trackway/core/api/call.ts'
import { orderCalls, type PayWay } from '@trackway/core/features/orders/calls.ts'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'

export type QuoteInput = Omit<InputOf<typeof orderCalls.quote>, 'discountCode'>

/**
 * What a renewal comes to, and the discount code that is taken off it. A code that is refused leaves the price as it
 * is without one.
 */
export function useQuote(input: QuoteInput) {
  const [code, setCode] = useState<string | null>(null)
  const options = { retry: false, placeholderData: keepPreviousData }
  const full = useCall(['orders', 'quote', input], orderCalls.quote, input, options)
  const withCode = code === null ? null : { ...input, discountCode: code }
  const reduced = useCall(['orders', 'quote', withCode], orderCalls.quote, withCode, options)
  const isReduced = code !== null && reduced.data !== undefined && reduced.error === null
  return {
    quote: isReduced ? reduced.data : full.data,
    error: full.error,
    /** What is shown is of another choice, and the new one is on its way. */
    isStale: full.isPlaceholderData || (code !== null && (reduced.isPlaceholderData || reduced.isPending)),
    /** The code that counts; null: none, or a refused one. */
    code: isReduced ? code : null,
    codeError: code === null ? null : reduced.error,
    applyCode: setCode,
  }
}

/** The ways that are offered: an empty balance is one of those who have no other. */
export const offeredWays = (ways: readonly PayWay[]) => {
  const usable = ways.filter(({ payType, held }) => payType !== 'balance' || held !== 0)
  return usable.length > 0 ? usable : ways
}

export const wayKey = ({ payType, currency }: PayWay) => `${payType} ${currency}`

/** How many cards, or how much of the balance, a way to pay lacks. */
export const missingOf = ({ held, amount }: PayWay) => (held === null ? 0 : Math.max(0, amount - held))
