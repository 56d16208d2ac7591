import { type Currency, currencies } from '@trackway/core/codes/currencies.ts'
import { readAmount } from '@trackway/core/rules/money.ts'
import { z } from 'zod'
import { type PayClient, PayFailure, type ReportLine } from './pay-provider.ts'
import { type PaypalRequest, readAs } from './paypal-requests.ts'

/** What moved on a day of UTC. Source: PayPal, "Transaction search", "Transaction event codes". */

const money = z.object({ currency_code: z.string(), value: z.string() })

const answerPage = z.object({
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string(),
          transaction_status: z.string(),
          transaction_amount: money,
          fee_amount: money.optional(),
          invoice_id: z.string().optional(),
          custom_field: z.string().optional(),
        }),
      }),
    )
    .default([]),
  total_pages: z.number().default(1),
  last_refreshed_datetime: z.string().optional(),
})
type Transaction = z.output<typeof answerPage>['transaction_details'][number]['transaction_info']

const dayMs = 86_400_000
const hourMs = 3_600_000
/** So late are transactions in the search, at most. */
const delayMs = 3 * hourMs
const pageSize = 500
/** Payments between accounts; those that go out are the owner's own. */
const payments = 'T00'
/**
 * Reversals by PayPal and refunds; chargebacks, and what is given back of them. Holds during a dispute move no money, and
 * what the owner does with it is not ours.
 */
const codes = ['T1106', 'T1107', 'T1201', 'T1202', 'T1205', 'T1207', 'T1208']
/** Done, and done but reversed since, of which the reversal is a transaction of its own. */
const statuses = ['S', 'V']

export function paypalReport(request: PaypalRequest, now: () => number): PayClient['report'] {
  /** Up to the end; more than 10,000 transactions are refused, and requested in halves. */
  async function find(fromTime: number, endTime: number): Promise<Transaction[] | null> {
    const found: Transaction[] = []
    try {
      for (let page = 1, pages = 1; page <= pages; page++) {
        const query = new URLSearchParams({
          start_date: new Date(fromTime).toISOString(),
          end_date: new Date(endTime - 1).toISOString(),
          fields: 'transaction_info',
          page_size: String(pageSize),
          page: String(page),
        })
        const answer = readAs(answerPage, await request(`/v1/reporting/transactions?${query}`))
        const { last_refreshed_datetime: refreshed } = answer
        if (refreshed !== undefined && Date.parse(refreshed) < endTime) return null
        found.push(...answer.transaction_details.map(({ transaction_info: info }) => info))
        pages = answer.total_pages
      }
      return found
    } catch (error) {
      const isTooMany = error instanceof PayFailure && error.code === 'RESULTSET_TOO_LARGE'
      if (!isTooMany || endTime - fromTime <= hourMs / 4) throw error
      const middle = Math.round((fromTime + endTime) / 2)
      const first = await find(fromTime, middle)
      const second = first && (await find(middle, endTime))
      return second && [...first, ...second]
    }
  }

  return async (day) => {
    const fromTime = Date.parse(`${day}T00:00:00Z`)
    if (now() < fromTime + dayMs + delayMs) return null
    const found = await find(fromTime, fromTime + dayMs)
    return found?.flatMap(linesOf) ?? null
  }
}

function linesOf(info: Transaction): ReportLine[] {
  const { transaction_event_code: code, transaction_status: status, transaction_amount: moved } = info
  const currency = moved.currency_code
  const isOurs = codes.includes(code) || (code.startsWith(payments) && !moved.value.startsWith('-'))
  // What came in a currency without prices was for something else.
  if (!isOurs || !statuses.includes(status) || !(currency in currencies)) return []
  const amount = readAmount(moved.value, currency as Currency)
  if (amount === null) throw new PayFailure('silent', `${moved.value} is no amount of ${currency}`)
  const fee =
    info.fee_amount?.currency_code === currency
      ? readAmount(info.fee_amount.value, currency as Currency)
      : null
  return [
    {
      reference: info.transaction_id,
      number: info.custom_field ?? info.invoice_id ?? null,
      amount,
      currency,
      // The report has what the account paid as a negative amount.
      feeAmount: fee === null ? null : 0 - fee,
    },
  ]
}
