import { onlinePayTypes } from '@trackway/core/codes/orders.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext, Mount } from '../../platform/http/http-context.ts'
import { PayFailure } from '../pay-accounts/providers/pay-provider.ts'
import { askAbout, receiveEvent } from './events.ts'
import { payToolsOf } from './pay-tools.ts'

/**
 * Where payment providers post what happened, an address for each account there. Not in the contract: the form of what
 * is posted is the provider's, and its signature authenticates it.
 */
const maxBodyBytes = 256 * 1024

type Request = FastifyRequest<{ Params: { account: string } }>

export const mountPaymentHooks: Mount = async (fastify, context) => {
  await fastify.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    // Whatever it is: signatures are over the bytes as they came.
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    for (const provider of onlinePayTypes)
      hooks.post(`/hooks/${provider}/:account`, (request: Request, reply) =>
        answer(provider, request, reply, context),
      )
  })
}

async function answer(
  provider: string,
  { headers, body, params }: Request,
  reply: FastifyReply,
  context: HttpContext,
): Promise<FastifyReply> {
  const payAccountId = /^\d{1,9}$/.test(params.account) ? Number(params.account) : 0
  const { db, log } = context
  const account = await db
    .selectFrom('pay_accounts')
    .select('id')
    .where('id', '=', payAccountId)
    .where('provider', '=', provider as never)
    .executeTakeFirst()
  if (account === undefined) return reply.code(404).send()
  const tools = payToolsOf(context, context.now)
  const posted = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
  const isProved = await receiveEvent(tools, { provider, payAccountId }, posted).catch((error) => {
    if (error instanceof PayFailure) return null
    throw error
  })
  // What proves it could not be fetched: the provider sends it again.
  if (isProved === null) return reply.code(503).send()
  if (!isProved) return reply.code(400).send({ code: 'FAIL', message: 'not proved' })
  // Providers wait only seconds for the answer; it is polled for what changed meanwhile.
  void askAbout(tools, payAccountId).catch((error) => log.warn({ err: error }, 'payment event'))
  return reply.code(200).send({})
}
