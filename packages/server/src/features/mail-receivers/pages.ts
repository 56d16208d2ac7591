import type { Language } from '@trackway/core/codes/languages.ts'
import { mailText } from '@trackway/core/codes/mail-texts.ts'
import { preferredLanguage } from '@trackway/core/codes/result-texts.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import type { HttpContext, Mount } from '../../platform/http/http-context.ts'
import {
  agreeToMails,
  hasLeft,
  isUnsubscribed,
  type MailKind,
  setLeft,
  setUnsubscribed,
} from '../../platform/mail/mail-receivers.ts'
import { readAgree, readUnsubscribe } from '../../platform/mail/receiver-links.ts'
import { releaseDeliveries } from '../notifications/delivery/held-mails.ts'
import { releaseReports } from '../report-schedules/held-mails.ts'
import { xmlText } from '../track-files/xml.ts'
import { senderName } from './sender-name.ts'

/**
 * Where receivers of mails agree to them and end them. Not in the contract: the program of the mailbox posts its own
 * form (RFC 8058), without signing in. Opening a page changes nothing, since virus scanners open every link.
 */

type PageRequest = FastifyRequest<{ Params: { token: string }; Querystring: { again?: string } }>

/** What a page says, and its one button; `query` goes with the form. */
interface Page {
  status?: number
  text: string
  button?: { text: string; query: string }
}

interface PageContext {
  db: Db
  now: number
  isPosted: boolean
  /** The button of the page after unsubscribing was pressed. */
  isAgain: boolean
  text: (name: Parameters<typeof mailText>[0], values?: Record<string, string>) => string
}

const paths = { unsubscribe: unsubscribePage, agree: agreePage }

export const mountMailPages: Mount = async (fastify, context) => {
  await fastify.register(async (pages) => {
    pages.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _body, done) => done(null, {}),
    )
    for (const [path, pageOf] of Object.entries(paths))
      pages.route({
        method: ['GET', 'POST'],
        url: `/${path}/:token`,
        handler: async (request: PageRequest, reply) => {
          const language = preferredLanguage(request.headers['accept-language']) ?? 'en'
          const page = await pageOf(request.params.token, contextOf(request, context, language))
          void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
          return reply.code(page.status ?? 200).send(toHtml(page, language))
        },
      })
  })
}

function contextOf(request: PageRequest, { db, now }: HttpContext, language: Language): PageContext {
  return {
    db,
    now: now(),
    isPosted: request.method === 'POST',
    isAgain: request.query.again !== undefined,
    text: (name, values) => mailText(name, language, values),
  }
}

const kindNames = {
  alarms: 'kindAlarms',
  reports: 'kindReports',
  notices: 'kindNotices',
} as const satisfies Record<MailKind, string>

async function unsubscribePage(token: string, context: PageContext): Promise<Page> {
  const { db, now, isPosted, isAgain, text } = context
  const link = readUnsubscribe(token)
  if (link === null) return { status: 404, text: text('linkUnknown') }
  const { email, of } = link
  if (of === null) {
    if (isPosted) await setUnsubscribed(db, email, !isAgain, now)
    const isOut = await isUnsubscribed(db, email)
    return endPage(text(isOut ? 'unsubscribedFromAll' : 'subscribedToAll', { email }), isOut, context)
  }
  const receiver = { accountId: of.accountId, email }
  if (isPosted) await setLeft(db, receiver, of.kind, !isAgain)
  const account = await nameOf(db, of.accountId)
  if (account === undefined) return { text: text('senderGone', { email }) }
  const isOut = await hasLeft(db, receiver, of.kind)
  const values = { email, account, kind: text(kindNames[of.kind]) }
  return endPage(text(isOut ? 'unsubscribed' : 'subscribed', values), isOut, context)
}

function endPage(said: string, isOut: boolean, { text }: PageContext): Page {
  const button = isOut
    ? { text: text('subscribe'), query: 'again=1' }
    : { text: text('unsubscribeAct'), query: '' }
  return { text: said, button }
}

async function agreePage(token: string, { db, now, isPosted, text }: PageContext): Promise<Page> {
  const request = readAgree(token)
  if (request === null) return { status: 404, text: text('linkUnknown') }
  const { email, accountId } = request
  const account = await nameOf(db, accountId)
  if (account === undefined) return { text: text('senderGone', { email }) }
  if (request.expireTime <= now) return { text: text('consentExpired', { account }) }
  if (!isPosted)
    return {
      text: text('consentAsked', { account, email }),
      button: { text: text('consentAct'), query: '' },
    }
  const isKnown = await agreeToMails(db, { accountId, email }, now)
  if (!isKnown) return { text: text('consentExpired', { account }) }
  await releaseDeliveries(db, { accountId, email }, now)
  await releaseReports(db, { accountId, email }, now)
  return { text: text('consentGiven', { account, email }) }
}

async function nameOf(db: Db, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(['username', 'nickname'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row && senderName(row)
}

function toHtml({ text, button }: Page, language: Language): string {
  const form =
    button === undefined
      ? ''
      : `<form method="post" action="?${button.query}"><button>${xmlText(button.text)}</button></form>`
  return `<!doctype html><html lang="${language === 'cn' ? 'zh' : language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Trackway</title><body><p>${xmlText(text)}</p>${form}</body></html>`
}
