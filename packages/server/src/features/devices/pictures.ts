import { maxPictureBytes } from '@trackway/core/features/devices/one-device-calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal, refusal } from '../../platform/errors.ts'

/** First bytes of the files that browsers show; of WebP also those after its length. */
function typeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : null
}

/** What has a picture. */
type Pictured = 'devices' | 'device_types'

/**
 * Gives a device, or a type of devices, a picture in place of the one it has; null takes it away.
 * @param picture in base64
 * @returns the id of the picture; undefined where there is no such row
 * @throws {Refusal} `pictureUnusable`
 */
export async function setPicture(
  trx: Db,
  table: Pictured,
  id: number,
  picture: string | null,
  now: number,
): Promise<number | null | undefined> {
  const bytes = Buffer.from(picture ?? '', 'base64')
  const contentType = typeOf(bytes)
  if (picture !== null && (contentType === null || bytes.length > maxPictureBytes))
    throw new Refusal('pictureUnusable')
  const before = await trx
    .selectFrom(table)
    .select('picture_id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return undefined
  const added =
    contentType === null
      ? null
      : await trx
          .insertInto('pictures')
          .values({ content_type: contentType, bytes, create_time: now })
          .returning('id')
          .executeTakeFirstOrThrow()
  await trx
    .updateTable(table)
    .set({ picture_id: added?.id ?? null })
    .where('id', '=', id)
    .execute()
  if (before.picture_id !== null)
    await trx.deleteFrom('pictures').where('id', '=', before.picture_id).execute()
  return added?.id ?? null
}

/** @throws {Refusal} `notFound` where it has none */
export async function findPicture(
  db: Db,
  table: Pictured,
  id: number,
): Promise<{ contentType: string; bytes: Buffer }> {
  return await db
    .selectFrom('pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('id', '=', (eb) => eb.selectFrom(table).select('picture_id').where('id', '=', id))
    .executeTakeFirstOrThrow(refusal('notFound'))
}
