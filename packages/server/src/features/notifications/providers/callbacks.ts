import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext, Mount } from '../../../platform/http/http-context.ts'
import { publicUrl } from '../../../platform/mail/stored-mail.ts'
import { acknowledgeByCall } from '../delivery/acknowledge.ts'
import { noteReport } from '../delivery/reports.ts'
import { notifyText } from '../texts/texts.ts'
import { type Posted, type TextProvider, textEvents } from './text-provider.ts'
import { textProviders } from './text-providers.ts'
import { textSetting } from './text-setting.ts'

/**
 * Where providers report the delivery of SMS and calls, and which key was pressed. Not in the contract: the form of
 * what is posted is the provider's, and its signature authenticates it.
 */

const maxBodyBytes = 16 * 1024

type Request = FastifyRequest<{ Params: { event: string }; Querystring: { a?: string } }>

export const mountTextCallbacks: Mount = async (fastify, context) => {
  await fastify.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // Whatever it is: signatures are over the body as it came.
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    for (const provider of textProviders.filter(({ callbacks }) => callbacks))
      hooks.post(`/hooks/${provider.name}/:event`, (request: Request, reply) =>
        answer(provider, request, reply, context),
      )
  })
}

async function answer(
  { name, callbacks }: TextProvider,
  { headers, body, url, query, params }: Request,
  reply: FastifyReply,
  context: HttpContext,
) {
  const { db, now } = context
  const event = textEvents.find((each) => each === params.event)
  if (event === undefined) return reply.code(404).send()
  const { provider, ...settings } = (await textSetting.read(db)) ?? {}
  const base = publicUrl()
  if (provider !== name || base === null) return reply.code(403).send()
  const posted: Posted = { event, url: base + url, headers, body: typeof body === 'string' ? body : '' }
  const posting = callbacks!.read(posted, settings)
  if (posting === null) return reply.code(403).send()
  const { providerId, key } = posting
  const isAcknowledged = key === '1'
  const report = isAcknowledged ? { kind: 'delivered' as const } : posting.report
  const attemptId = Number(query.a)
  const isNamed = Number.isSafeInteger(attemptId) && providerId !== ''
  const noted = isNamed ? await noteReport(db, { attemptId, providerId, report }, now()) : null
  if (event !== 'key') return reply.code(204).send()
  const episodeId = isAcknowledged ? (noted?.episodeId ?? null) : null
  if (noted && episodeId !== null)
    await acknowledgeByCall(context, { episodeId, accountId: noted.accountId }, now())
  const reaction = callbacks!.say(episodeId === null ? null : notifyText('acknowledged', 'en'))
  return reply.type(reaction.type).send(reaction.body)
}
