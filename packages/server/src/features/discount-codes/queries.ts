import { randomBytes } from 'node:crypto'
import type {
  DiscountCode,
  DiscountCodeState,
  discountCodeCalls,
} from '@trackway/core/features/discount-codes/calls.ts'
import {
  codeLength,
  codeLetters,
  codeText,
  readCode,
} from '@trackway/core/features/discount-codes/code-form.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'

export type CodeFilter = Omit<z.output<typeof discountCodeCalls.find.input>, 'pageNum' | 'pageSize'>

/** A seller; null: the platform. */
type Seller = number | null

/** A page of a seller's codes, newest first. */
export async function findCodes(
  db: Db,
  seller: Seller,
  { pageNum, pageSize, ...filter }: z.output<typeof discountCodeCalls.find.input>,
  now: number,
): Promise<Page<DiscountCode>> {
  // Looked through once for both, and nothing joined to what no page shows: of 100,000 codes a part is found in 80 ms.
  const { rows } = await sql<DiscountCode & { basisPoints: number; total: number }>`
    with found as materialized (${codesSql(seller, filter, now)}),
    page as (select id from found order by id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize})
    select counted.total, code.id, code.code, code.batch_id as "batchId", code.discount_basis_points as "basisPoints",
      ${stateSql(now)} as state, code.is_enabled as "isEnabled", code.used_time is not null as "isUsed",
      code.expire_time as "expireTime", code.create_time as "createTime", orders.order_no as "orderNo",
      code.used_by as "usedBy", code.used_time as "usedTime"
    from (select count(*) as total from found) as counted left join page on true
    left join discount_codes as code on code.id = page.id left join orders on orders.id = code.order_id
    order by code.id desc`.execute(db)
  const list = rows
    .filter(({ id }) => id !== null)
    .map(({ basisPoints, total: _, ...row }) => ({
      ...row,
      code: codeText(row.code),
      rate: basisPoints / 100,
    }))
  return { list, total: rows[0]?.total ?? 0 }
}

/** The ids of a seller's codes. */
function codesSql(seller: Seller, { state, batchId, search }: CodeFilter, now: number): RawBuilder<unknown> {
  const conditions = [ofSeller(seller)]
  if (state !== undefined) conditions.push(sql`${stateSql(now)} = ${state}`)
  if (batchId !== undefined) conditions.push(sql`code.batch_id = ${batchId}`)
  if (search) conditions.push(matches(search))
  return sql`select code.id from discount_codes as code where ${sql.join(conditions, sql` and `)}`
}

/** A part of a code may be typed with the hyphens that it is shown with. */
function matches(search: string): RawBuilder<unknown> {
  const whole = readCode(search)
  if (whole !== null) return sql`code.code = ${whole}`
  const part = likePattern(search.replaceAll(/[\s-]/g, '').toUpperCase())
  return sql`(code.code like ${part} or code.used_by ilike ${likePattern(search)}
    or code.order_id = (select id from orders where order_no = ${search.toUpperCase()}))`
}

const ofSeller = (seller: Seller): RawBuilder<unknown> =>
  seller === null ? sql`code.account_id is null` : sql`code.account_id = ${seller}`

const stateSql = (now: number): RawBuilder<DiscountCodeState> =>
  sql`case when code.used_time is not null then 'used' when code.order_id is not null then 'reserved'
    when not code.is_enabled then 'disabled' when code.expire_time <= ${now}::bigint then 'expired' else 'unused' end`

interface NewCodes {
  count: number
  basisPoints: number
  expireTime: number | null
  now: number
}

/** @returns the batch that finds them */
export async function addCodes(trx: Db, seller: Seller, codes: NewCodes): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('discount_code_batches')::integer as id`.execute(
    trx,
  )
  const batchId = rows[0]!.id
  for (let missing = codes.count; missing > 0; )
    missing -= await insertCodes(trx, seller, batchId, missing, codes)
  return batchId
}

/** @returns how many were new */
async function insertCodes(
  trx: Db,
  seller: Seller,
  batchId: number,
  count: number,
  { basisPoints, expireTime, now }: NewCodes,
): Promise<number> {
  const codes = Array.from({ length: count }, randomCode)
  const { numAffectedRows } = await sql`
    insert into discount_codes (account_id, batch_id, code, discount_basis_points, expire_time, create_time)
    select ${seller}::integer, ${batchId}::integer, code, ${basisPoints}::integer, ${expireTime}::bigint, ${now}::bigint
    from unnest(${codes}::text[]) as code on conflict (code) do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

function randomCode(): string {
  // Bytes from here on would make the first letters more frequent.
  const end = 256 - (256 % codeLetters.length)
  let code = ''
  while (code.length < codeLength)
    for (const byte of randomBytes(codeLength - code.length))
      if (byte < end) code += codeLetters[byte % codeLetters.length]
  return code
}

/** The ids that are named, or all codes of the filter. */
export type CodesMeant = { ids: readonly number[] } | { filter: CodeFilter }

const meantSql = (seller: Seller, meant: CodesMeant, now: number): RawBuilder<unknown> =>
  'ids' in meant
    ? sql`select code.id from discount_codes as code where ${ofSeller(seller)} and code.id = any(${meant.ids}::integer[])`
    : codesSql(seller, meant.filter, now)

/** @returns the ids of those that are the seller's, whatever they were before */
export async function enableCodes(
  trx: Db,
  seller: Seller,
  meant: CodesMeant,
  { isEnabled, now }: { isEnabled: boolean; now: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update discount_codes set is_enabled = ${isEnabled}
    where id in (${meantSql(seller, meant, now)}) returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes codes that no order holds or used. One that an order takes this instant stays.
 * @returns the ids of those deleted, and of those that stay
 */
export async function deleteCodes(
  trx: Db,
  seller: Seller,
  meant: CodesMeant,
  now: number,
): Promise<{ deleted: number[]; kept: number[] }> {
  const { rows } = await sql<{ id: number; isFree: boolean }>`
    select id, order_id is null and used_time is null as "isFree" from discount_codes
    where id in (${meantSql(seller, meant, now)}) order by id for update`.execute(trx)
  const deleted = rows.filter(({ isFree }) => isFree).map(({ id }) => id)
  await sql`delete from discount_codes where id = any(${deleted}::integer[])`.execute(trx)
  return { deleted, kept: rows.filter(({ isFree }) => !isFree).map(({ id }) => id) }
}
