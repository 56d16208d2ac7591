import { durations } from '@trackway/core/codes/durations.ts'
import { cardAsset } from '@trackway/core/codes/ledger.ts'
import type { LineResult } from '@trackway/core/codes/orders.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { sql } from 'kysely'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { renewDevices } from '../devices/changes/renew-devices.ts'
import { useCode } from '../discount-codes/reserve-code.ts'
import { accountPlace, move } from '../ledger/ledger.ts'
import type { LineRow, OrderRow } from './book-sale.ts'

/** What was paid for is renewed wherever it is now: it may have changed hands while the buyer paid. */
const everywhere: Scope = { accountId: 0, path: '/', deviceId: null }

/**
 * Completes an order that is paid: renews its devices, each once, gives it the next number of its seller's receipts, and
 * uses up its discount code. The money is booked by the caller. A device that was deleted meanwhile, or whose term
 * never ends, is not renewed; its line says so, for the caller to give the money back.
 * @returns the lines with what became of them, and the devices that changed
 */
export async function completeOrder(
  trx: Trx,
  order: OrderRow,
  now: number,
): Promise<{ lines: LineRow[]; deviceIds: number[] }> {
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('line_no')
    .execute()
  const deviceIds = order.kind === 'renewal' ? await renewLines(trx, order, lines, now) : []
  await sql`update order_lines set result = r.result
    from jsonb_to_recordset(${JSON.stringify(lines.map(({ device_id, result }) => ({ device_id, result })))}::jsonb)
      as r (device_id int4, result text)
    where order_id = ${order.id} and order_lines.device_id = r.device_id`.execute(trx)
  const receipt = await nextReceipt(trx, order, now)
  await trx
    .updateTable('orders')
    .set({ status: 2, paid_time: now, ...receipt })
    .where('id', '=', order.id)
    .execute()
  await useCode(trx, order.id, { name: order.buyer_name, now })
  const after = {
    orderNo: order.order_no,
    payType: order.pay_type,
    amount: order.amount,
    currency: order.currency,
  }
  await recordEvent(trx, { kind: 'orderPaid', time: now, accountId: order.buyer_id, after })
  return { lines, deviceIds }
}

async function renewLines(trx: Trx, order: OrderRow, lines: LineRow[], now: number): Promise<number[]> {
  const there = await trx
    .selectFrom('devices')
    .select(['id', 'terminal_id as terminalID'])
    .where('id', 'in', [0, ...lines.map(({ device_id }) => device_id)])
    .execute()
  const terms = {
    months: durations[order.duration!].months,
    target: order.target!,
    payerId: order.buyer_id,
    now,
    isPaid: true,
  }
  const ids = new Set(there.map(({ id }) => id))
  const { done } = await renewDevices(
    trx,
    everywhere,
    there.map(({ terminalID }) => terminalID),
    terms,
    async (devices) => {
      if (order.pay_type !== 'card') return { cause: 'order', causeId: order.id }
      if (order.buyer_id === null) throw new Refusal('notFound')
      const { id } = await move(trx, {
        asset: cardAsset(order.duration!),
        kind: 'renew',
        amount: devices.length,
        from: await accountPlace(trx, order.buyer_id),
        to: 'used',
        operatorId: order.operator_id,
        reference: order.order_no,
        cause: { name: 'order', id: order.id },
        now,
      })
      return { cause: 'card', causeId: id }
    },
  )
  const renewed = new Set(done.map(({ id }) => id))
  for (const line of lines) {
    const result: LineResult = renewed.has(line.device_id)
      ? 'renewed'
      : ids.has(line.device_id)
        ? 'lifetimeTerm'
        : 'deviceGone'
    line.result = result
  }
  return [...renewed]
}

/** The next number of the seller in this year of his time zone, without gaps, and the seller's part of its receipt. */
async function nextReceipt(trx: Trx, { seller_id, seller_name, amount }: OrderRow, now: number) {
  const seller = await trx
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', seller_id ?? 0)
    .executeTakeFirst()
  const year = Number(dayAt(now, seller?.time_zone ?? 'UTC').slice(0, 4))
  const { last } = await trx
    .insertInto('receipt_numbers')
    .values({ seller_id: seller_id ?? 0, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'year']).doUpdateSet({ last: sql`receipt_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const profile = await trx
    .selectFrom('seller_profiles')
    .selectAll()
    .where(sql<boolean>`account_id is not distinct from ${seller_id}::integer`)
    .executeTakeFirst()
  const basisPoints = profile?.tax_basis_points ?? 0
  const receipt = {
    name: profile?.name ?? seller_name,
    address: profile?.address ?? null,
    taxLabel: profile?.tax_label ?? null,
    taxNumber: profile?.tax_number ?? null,
  }
  return {
    receipt_year: year,
    receipt_number: last,
    receipt: JSON.stringify(receipt),
    tax_basis_points: basisPoints,
    // Contained in the amount, half a unit rounded up.
    tax_amount: Math.floor((amount * basisPoints * 2 + 10_000 + basisPoints) / (2 * (10_000 + basisPoints))),
  }
}
