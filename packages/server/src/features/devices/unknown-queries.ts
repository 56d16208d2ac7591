import { typeName } from '@trackway/core/codes/protocols.ts'
import type { unknownDevice } from '@trackway/core/features/devices/calls.ts'
import { suggestType } from '@trackway/core/rules/suggest-type.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'

/**
 * A page of the terminal ids that connected without being registered, most recent first. They belong to no
 * account, so no scope bounds them: only who may register devices for the platform is let here.
 */
export async function findUnknownDevices(
  db: Db,
  { pageNum, pageSize, search }: { pageNum: number; pageSize: number; search?: string | undefined },
): Promise<Page<z.output<typeof unknownDevice>>> {
  const matching = db
    .selectFrom('unknown_devices')
    .$if(Boolean(search), (query) => query.where('terminal_id', 'ilike', likePattern(search ?? '')))
    .select(['terminal_id as terminalID', 'wire', 'remote_address as address', 'attempts'])
    .select(['first_time as firstTime', 'last_time as lastTime'])
    .orderBy('last_time', 'desc')
    .orderBy('terminal_id')
  const { list: rows, total } = await readPage(matching, { pageNum, pageSize })
  const types = await typesToSuggest(db)
  const list = rows.map((row) => ({
    ...row,
    registersAs: nameOrNull(suggestType(types, row.wire, row.terminalID)),
  }))
  return { list, total }
}

/** Has a device tried to connect by this terminal id? */
export async function isWaiting(db: Db, terminalID: string): Promise<boolean> {
  const row = await db
    .selectFrom('unknown_devices')
    .select('wire')
    .where('terminal_id', '=', terminalID)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The protocol of a device that is not registered.
 * @throws {Refusal} `notFound` when none waits under this id
 */
export async function findWaiting(db: Db, terminalID: string): Promise<{ wire: string }> {
  return await db
    .selectFrom('unknown_devices')
    .select('wire')
    .where('terminal_id', '=', terminalID)
    .executeTakeFirstOrThrow(refusal('notFound'))
}

/**
 * The default type of an unknown device: the general one of the protocol it used.
 * @throws {Refusal} `notFound` when it does not wait any more, `unknownDeviceType` when no type has that protocol
 */
export async function typeOfUnknown(db: Db, terminalID: string): Promise<number> {
  const { wire } = await findWaiting(db, terminalID)
  const type = suggestType(await typesToSuggest(db), wire, terminalID)
  if (type === undefined) throw new Refusal('unknownDeviceType')
  return type.id
}

const typesToSuggest = (db: Db) =>
  db.selectFrom('device_types').select(['id', 'name', 'label', 'wire', 'ids']).orderBy('id').execute()

const nameOrNull = (type: Parameters<typeof typeName>[0] | undefined) => (type ? typeName(type) : null)
