import type { Language } from '@trackway/core/codes/languages.ts'
import type { Notice } from '@trackway/core/features/notices/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'

/** More at a time than anybody reads. */
const shownAtMost = 5

export async function currentNotices(db: Db, language: Language, now: number) {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('from_time', '<=', now)
    .where('until_time', '>', now)
    .orderBy('id', 'desc')
    .limit(shownAtMost)
    .execute()
  return rows.map(({ id, form, texts, until_time }) => ({
    id,
    form,
    untilTime: until_time,
    text: texts[language] ?? texts.en ?? texts.cn ?? Object.values(texts)[0] ?? '',
  }))
}

export async function findNotices(db: Db, { pageNum, pageSize }: Paging, now: number): Promise<Page<Notice>> {
  const all = db.selectFrom('notices').selectAll().orderBy('id', 'desc')
  const { list: rows, total } = await readPage(all, { pageNum, pageSize })
  const list = rows.map(({ id, form, texts, from_time: fromTime, until_time: untilTime }): Notice => {
    const state = untilTime <= now ? 'over' : fromTime > now ? 'planned' : 'shown'
    return { id, form, texts, fromTime, untilTime, state }
  })
  return { list, total }
}

type NewNotice = Pick<Notice, 'form' | 'texts' | 'fromTime' | 'untilTime'> & { id?: number | undefined }

/** @throws {Refusal} `notFound` for an id that there is not */
export async function saveNotice(
  db: Db,
  { id, form, texts, fromTime, untilTime }: NewNotice,
): Promise<number> {
  const values = { form, from_time: fromTime, until_time: untilTime, texts: JSON.stringify(texts) }
  const saved =
    id === undefined
      ? await db.insertInto('notices').values(values).returning('id').executeTakeFirst()
      : await db.updateTable('notices').set(values).where('id', '=', id).returning('id').executeTakeFirst()
  if (saved === undefined) throw new Refusal('notFound')
  return saved.id
}

/** @throws {Refusal} `notFound` */
export async function deleteNotice(db: Db, id: number) {
  const row = await db
    .deleteFrom('notices')
    .where('id', '=', id)
    .returning('texts')
    .executeTakeFirstOrThrow(refusal('notFound'))
  return row.texts
}
