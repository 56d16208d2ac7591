import type { FirmwareTypeWay, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import type { FirmwareWay } from '@trackway/core/features/firmware/firmware-ways.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/errors.ts'
import { typeNameSql } from '../devices/state-sql.ts'

export type WayRow = Selectable<Tables['firmware_ways']>

type Row = Omit<FirmwareTypeWay, 'isSet' | 'way'> & { way: FirmwareWay | null }

/** How devices of each type take firmware, or would as far as their protocol tells. */
export async function findWays(
  db: Db,
  { search, pageNum, pageSize }: z.output<typeof firmwareCalls.ways.input>,
): Promise<Page<FirmwareTypeWay>> {
  const condition = search
    ? sql`(lower(${typeNameSql}) like ${likePattern(search.toLowerCase())})`
    : sql`true`
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from device_types where ${condition}`.execute(db)
  const { rows } = await sql<Row>`
    select device_types.id as "deviceType", ${typeNameSql} as "deviceTypeName", device_types.wire, w.way,
      coalesce(w.target, 0) as target, coalesce(w.maker, '') as maker, coalesce(w.maker_bytes, 5) as "makerBytes",
      coalesce(w.part_bytes, 900) as "partBytes", coalesce(w.parts_under_way, 1) as "partsAtOnce",
      coalesce(w.answer_ms, 10000) as "answerMs", coalesce(w.max_sends, 8) as "maxSends",
      coalesce(w.resumes, false) as resumes, w.template, coalesce(w.is_plain_http, false) as "isPlainHttp"
    from device_types left join firmware_ways w on w.device_type_id = device_types.id
    where ${condition}
    order by w.device_type_id is null, device_types.wire <> 'jt808', device_types.id
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const list = rows.map(({ way, ...row }) => ({
    ...row,
    isSet: way !== null,
    way: way ?? (row.wire === 'jt808' ? ('parts' as const) : ('text' as const)),
  }))
  return { list, total: counts[0]!.total }
}

/** @throws {Refusal} `unknownDeviceType`; `commandUnsupported`: its protocol knows no such messages */
export async function saveWay(trx: Db, input: z.output<typeof firmwareCalls.saveWay.input>): Promise<void> {
  const type = await trx
    .selectFrom('device_types')
    .select('wire')
    .where('id', '=', input.deviceType)
    .forKeyShare()
    .executeTakeFirst()
  if (type === undefined) throw new Refusal('unknownDeviceType')
  if (input.way !== 'text' && type.wire !== 'jt808') throw new Refusal('commandUnsupported')
  const values = {
    way: input.way,
    target: input.target,
    maker: input.maker,
    maker_bytes: input.makerBytes,
    part_bytes: input.partBytes,
    parts_under_way: input.partsAtOnce,
    answer_ms: input.answerMs,
    max_sends: input.maxSends,
    resumes: input.resumes,
    template: input.template,
    is_plain_http: input.isPlainHttp,
  }
  await trx
    .insertInto('firmware_ways')
    .values({ device_type_id: input.deviceType, ...values })
    .onConflict((conflict) => conflict.column('device_type_id').doUpdateSet(values))
    .execute()
}

export async function wayOf(db: Db, deviceTypeId: number): Promise<WayRow | null> {
  const row = await db
    .selectFrom('firmware_ways')
    .selectAll()
    .where('device_type_id', '=', deviceTypeId)
    .executeTakeFirst()
  return row ?? null
}
