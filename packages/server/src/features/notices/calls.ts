import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange, servePublic } from '../../platform/http/serve.ts'
import { currentNotices, deleteNotice, findNotices, saveNotice } from './queries.ts'

export const noticeHandlers: readonly Handler[] = [
  servePublic(noticeCalls.current, async ({ db, language, now }) => ({
    list: await currentNotices(db, language, now),
  })),

  serve(noticeCalls.find, ({ db, input, now }) => findNotices(db, input, now)),

  serveChange(noticeCalls.save, async (context) => {
    const { db, input } = context
    if (input.untilTime <= input.fromTime)
      throw new Refusal('invalidInput', { issues: [{ path: 'untilTime', reason: 'not_after_from' }] })
    const id = await saveNotice(db, input)
    await recordChange(context, 'noticeSaved', null, { after: { ...input, id } })
    return { id }
  }),

  serveChange(noticeCalls.delete, async (context) => {
    const texts = await deleteNotice(context.db, context.input.id)
    await recordChange(context, 'noticeDeleted', null, { before: { ...texts } })
  }),
]
