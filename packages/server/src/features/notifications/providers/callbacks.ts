import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext, Mount } from '../../../platform/http/http-context.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { escaped } from '../channels/twilio.ts'
import { isSignedByTwilio } from '../channels/twilio-signature.ts'
import { acknowledgeByCall } from '../delivery/acknowledge.ts'
import { callReport, noteReport, type Report, smsReport } from '../delivery/reports.ts'
import { notifyText } from '../texts/texts.ts'
import { readTextSettings } from './stored-provider.ts'

/**
 * Where Twilio reports what became of SMS and calls, and which key was pressed. Beside the contract: the form of what
 * is posted is Twilio's, and its signature is what opens the door.
 */

const maxBodyBytes = 16 * 1024
type Fields = Record<string, string>

interface Noted {
  episodeId: number | null
  accountId: number
}
/** What is signed, and of nothing that is known. */
const nothingNoted: Noted = { episodeId: null, accountId: 0 }

export const mountTextCallbacks: Mount = async (fastify, context) => {
  await fastify.register(async (hooks) => {
    hooks.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    hooks.post('/hooks/twilio/sms', (request, reply) =>
      answer(request, reply, context, ({ MessageSid = '' }) => MessageSid, smsReport),
    )
    hooks.post('/hooks/twilio/voice', (request, reply) =>
      answer(request, reply, context, ({ CallSid = '' }) => CallSid, callReport),
    )
    hooks.post('/hooks/twilio/key', async (request, reply) => {
      const isKey = ({ Digits }: Fields) => Digits === '1'
      const report = (fields: Fields): Report | null => (isKey(fields) ? { kind: 'delivered' } : null)
      const noted = await note(request, context, ({ CallSid = '' }) => CallSid, report)
      if (noted === null) return reply.code(403).send()
      const { episodeId, accountId } = noted
      const isDone = isKey(request.body as Fields) && episodeId !== null
      if (isDone) await acknowledgeByCall(context, { episodeId, accountId }, context.now())
      const said = isDone ? `<Say>${escaped(notifyText('acknowledged', 'en'))}</Say>` : ''
      return reply.type('text/xml').send(`<?xml version="1.0" encoding="UTF-8"?><Response>${said}</Response>`)
    })
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  context: HttpContext,
  idOf: (fields: Fields) => string,
  reportOf: (fields: Fields) => Report | null,
) {
  const noted = await note(request, context, idOf, reportOf)
  return reply.code(noted === null ? 403 : 204).send()
}

/** @returns null for what Twilio did not sign */
async function note(
  { headers, body, url, query }: FastifyRequest,
  { db, now }: HttpContext,
  idOf: (fields: Fields) => string,
  reportOf: (fields: Fields) => Report | null,
): Promise<Noted | null> {
  const fields = (body ?? {}) as Fields
  const { settings, authToken } = await readTextSettings(db)
  const base = publicUrl()
  const signature = headers['x-twilio-signature']
  // The address that Twilio was given, whatever a proxy makes of it on the way.
  const isSigned =
    authToken !== null &&
    base !== null &&
    typeof signature === 'string' &&
    isSignedByTwilio(authToken, signature, { url: base + url, fields })
  if (!isSigned || fields.AccountSid !== settings?.accountSid) return null
  const attemptId = Number((query as Fields).a)
  const providerId = idOf(fields)
  if (!Number.isSafeInteger(attemptId) || providerId === '') return nothingNoted
  return (await noteReport(db, { attemptId, providerId, report: reportOf(fields) }, now())) ?? nothingNoted
}
