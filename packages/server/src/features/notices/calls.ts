import { noticeCalls } from '@trackway/core/api/system/notices.ts'
import { recordEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, inTransaction, serve, servePublic } from '../../platform/http/serve.ts'
import { by } from '../../platform/http/session.ts'
import { currentNotices, deleteNotice, findNotices, saveNotice } from './queries.ts'

export const noticeHandlers: readonly Handler[] = [
  servePublic(noticeCalls.current, async ({ db, language, now }) => ({
    list: await currentNotices(db, language, now),
  })),

  serve(noticeCalls.find, ({ db, input, now }) => findNotices(db, input, now)),

  serve(noticeCalls.save, (context) =>
    inTransaction(context, async ({ db, session, input, address, now }) => {
      if (input.untilTime <= input.fromTime)
        throw new Refusal('invalidInput', { issues: [{ path: 'untilTime', reason: 'not_after_from' }] })
      const id = await saveNotice(db, input)
      const event = { time: now, accountId: null, ...by(session), address, after: { ...input, id } }
      await recordEvent(db, { kind: 'noticeSaved', ...event })
      return { id }
    }),
  ),

  serve(noticeCalls.delete, (context) =>
    inTransaction(context, async ({ db, session, input, address, now }) => {
      const texts = await deleteNotice(db, input.id)
      const event = { time: now, accountId: null, ...by(session), address, before: { ...texts } }
      await recordEvent(db, { kind: 'noticeDeleted', ...event })
      return {}
    }),
  ),
]
