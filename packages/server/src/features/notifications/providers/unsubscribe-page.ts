import type { Language } from '@trackway/core/codes/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext, Mount } from '../../../platform/http/http-context.ts'
import { xmlText } from '../../track-files/xml.ts'
import { readUnsubscribe } from '../channels/unsubscribe.ts'
import { isUnsubscribed, setUnsubscribed } from '../settings/receivers.ts'
import { notifyText } from '../texts/texts.ts'

/**
 * Where mails of alarms are ended. Not in the contract: the program of the mailbox posts its own form (RFC 8058), without
 * signing in. Opening the page changes nothing, since virus scanners open every link.
 */

type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: { again?: string } }>

export const mountUnsubscribe: Mount = async (fastify, context) => {
  await fastify.register(async (pages) => {
    pages.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _body, done) => done(null, {}),
    )
    pages.get('/unsubscribe/:token', (request: PageRequest, reply) => answer(request, reply, context, false))
    pages.post('/unsubscribe/:token', (request: PageRequest, reply) => answer(request, reply, context, true))
  })
}

async function answer(
  request: PageRequest,
  reply: FastifyReply,
  { db, now }: HttpContext,
  isPosted: boolean,
) {
  const language: Language = /^zh/i.test(request.headers['accept-language'] ?? '') ? 'cn' : 'en'
  const say = (name: Parameters<typeof notifyText>[0], email = '') =>
    xmlText(notifyText(name, language, { email }))
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  const email = readUnsubscribe(request.params.token)
  if (email === null) return reply.code(404).send(page(language, `<p>${say('unsubscribeUnknown')}</p>`))
  if (isPosted) await setUnsubscribed(db, email, request.query.again === undefined, now())
  const isOut = await isUnsubscribed(db, email)
  const message = say(isOut ? 'unsubscribed' : 'subscribed', email)
  const act = `<form method="post" action="?${isOut ? 'again=1' : ''}"><button>${say(isOut ? 'subscribe' : 'unsubscribeAct')}</button></form>`
  return reply.send(page(language, `<p>${message}</p>${act}`))
}

function page(language: Language, body: string): string {
  return `<!doctype html><html lang="${language === 'cn' ? 'zh' : 'en'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Trackway</title><body>${body}</body></html>`
}
