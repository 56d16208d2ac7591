import { randomInt } from 'node:crypto'
import { line } from '@trackway/core/api/call.ts'
import { iccidKey, type SimAction, type SimState } from '@trackway/core/features/sim-cards/sim-codes.ts'
import { startOfDay } from '@trackway/core/rules/local-days.ts'
import { z } from 'zod'
import {
  type PlatformRefused,
  quoteOf,
  sendRequest,
  withoutSecrets,
} from '../../../platform/outbound/send-request.ts'
import {
  accountSecret,
  type SimClient,
  type SimFacts,
  type SimFailure,
  type SimKey,
  SimRefused,
  type SimToken,
  type SimTools,
  serviceUrl,
  simPlatform,
  TokenOver,
} from './sim-platform.ts'

/**
 * China Mobile OneLink v5. Source: its "API 使用手册" (CMIOT_API25000 token, 25S04 sim-status, 25S05 sim-card-info/batch,
 * 25U03 sim-data-usage-monthly/batch, 25U04 sim-data-usage, 23S03 change/sim-status) as public clients have it.
 */
const settings = z.object({
  apiUrl: serviceUrl
    .nullable()
    .default(null)
    .describe('Where the platform is called; null: at its own address.'),
  appId: line(64).min(1).describe('Id of the application: APPID.'),
  password: accountSecret,
  changeGapMinutes: z
    .int()
    .min(1)
    .max(120)
    .default(30)
    .describe('Minutes in which the platform takes one change of a card.'),
})

export const oneLink = simPlatform({
  name: 'oneLink',
  label: 'China Mobile OneLink v5',
  settings,
  destination: ['apiUrl', 'appId'],
  // More in one request are refused.
  cardsAtOnce: 100,
  changeGapMs: ({ changeGapMinutes }) => changeGapMinutes * 60_000,
  connect: ({ password, ...set }, tools) =>
    password === undefined ? null : connect({ ...set, password }, tools),
})

const officialUrl = 'https://api.iot.10086.cn/v5/ec'
/** Its days and months, and the clock of its requests. */
const timeZone = 'Asia/Shanghai'
/** A token lives an hour; whoever says two is wrong or has another contract. */
const tokenLifeMs = 3_600_000
const bytesPerKb = 1024

/** Of cards on the back end "PB", whose codes have two digits, and on "CT", whose have one. */
const states: Readonly<Record<string, SimState>> = {
  '00': 'active',
  '01': 'suspended',
  '02': 'suspended',
  '03': 'closed',
  '04': 'closed',
  '05': 'unknown',
  '06': 'suspended',
  '07': 'ready',
  '99': 'unknown',
  '1': 'ready',
  '2': 'active',
  '4': 'suspended',
  '6': 'testable',
  '7': 'stock',
  '8': 'closed',
  '9': 'closed',
}

const operTypes: Readonly<Record<SimAction, string>> = { stop: '0', resume: '1', activate: '6' }

const tokenOver = '12021'
/** Others are of one card: `12089` is not to be switched in its state, `12098` to `12100` may not be resumed. */
const failures: Readonly<Record<string, SimFailure>> = {
  '500': 'busy',
  '11000': 'parameters',
  '12004': 'credentials',
  '12009': 'notYours',
  '12010': 'noSuchCard',
  '12022': 'credentials',
}

interface Application extends Omit<z.output<typeof settings>, 'password'> {
  password: string
}

const text = z.union([z.string(), z.number()]).transform(String)
const ofForm = (form: RegExp) => text.pipe(z.string().regex(form)).optional().catch(undefined)

const cardRow = z.object({
  iccid: ofForm(/^[0-9a-z]{18,22}$/i),
  msisdn: ofForm(/^\d{5,20}$/),
  imsi: ofForm(/^\d{10,17}$/),
})
const statusRow = cardRow.extend({ cardStatus: text.pipe(z.string().regex(/^\w{1,8}$/)) })
/** KB, with decimals or without, as texts. */
const amountRow = cardRow.extend({
  dataAmount: text
    .pipe(z.string().regex(/^\d+(\.\d+)?$/))
    .transform(Number)
    .pipe(z.number().max(1e12)),
})
const amountsRow = z.object({ dataAmountList: z.array(z.unknown()) })
const tokenRow = z.object({ token: z.string().min(1).max(2_000) })
/** What `status`, `message` and `result` may be; proxies answer with a page, or with JSON of their own. */
const answerForm = z.object({
  status: text,
  message: z.string().catch(''),
  result: z.array(z.unknown()).catch([]),
})

/** The rows that are as documented. */
const rowsOf = <S extends z.ZodType>(schema: S, rows: readonly unknown[]): z.output<S>[] =>
  rows.flatMap((row) => schema.safeParse(row).data ?? [])

/** So many cards that are refused before any is not are the account's fault. */
const mostRefused = 5

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** `yyyyMMddHHmmss` of the platform's clock. */
const stamp = (time: number) => clock.format(time).replace(/\D/g, '')

function connect({ apiUrl, appId, password }: Application, tools: SimTools): SimClient {
  const base = (apiUrl ?? officialUrl).replace(/\/+$/, '')
  // Numbers of other processes in the same second are others by chance.
  let serial = randomInt(100_000_000)

  /** @returns its result @throws {SimRefused} {@link TokenOver} */
  const post = async (path: string, content: Record<string, string>): Promise<unknown[]> => {
    await tools.takeTurn()
    const transid = `${appId}${stamp(tools.now())}${String(serial++ % 100_000_000).padStart(8, '0')}`
    const secrets = [password, content.token]
    const answer = await sendRequest({
      method: 'POST',
      url: `${base}/${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transid, ...content }),
      secrets,
    }).catch((error: PlatformRefused) => {
      throw new SimRefused(error.code as SimFailure, error.message)
    })
    const { data } = answerForm.safeParse(answer.json)
    if (answer.status !== 200 || data === undefined) throw new SimRefused('answer', quoteOf(answer, secrets))
    const { status, message, result } = data
    if (status === tokenOver) throw new TokenOver()
    if (status !== '0')
      throw new SimRefused(failures[status] ?? 'refused', withoutSecrets(`${status} ${message}`, secrets))
    return result
  }

  const fetchToken = async (): Promise<SimToken> => {
    const [row] = rowsOf(tokenRow, await post('get/token', { appid: appId, password }))
    if (row === undefined) throw new SimRefused('answer', 'without a token')
    return { value: row.token, lifeMs: tokenLifeMs }
  }

  const ask = (path: string, content: Record<string, string>) =>
    tools.withToken(fetchToken, (token) => post(path, { token, ...content }))

  /** The numbers of cards of which one is not known yet, for all of them in one request. */
  const numbersOf = async (cards: readonly SimKey[]): Promise<Map<string, Partial<SimFacts>>> => {
    const without = cards.filter(({ msisdn, imsi }) => msisdn === null || imsi === null)
    if (without.length === 0) return new Map()
    const rows = await ask('query/sim-card-info/batch', { iccids: joined(without) }).catch(ofCards)
    return new Map(
      rowsOf(cardRow, rows).flatMap(({ iccid, msisdn, imsi }) =>
        iccid === undefined ? [] : [[iccidKey(iccid), { ...(msisdn && { msisdn }), ...(imsi && { imsi }) }]],
      ),
    )
  }

  const stateOf = async ({ id, iccid }: SimKey): Promise<SimFacts & { rawState: string }> => {
    const [row] = rowsOf(statusRow, await ask('query/sim-status', { iccid }))
    if (row === undefined) throw new SimRefused('answer', 'without cardStatus')
    if (row.iccid !== undefined && iccidKey(row.iccid) !== iccidKey(iccid))
      throw new SimRefused('answer', `of ${row.iccid} for ${iccid}`)
    const rawState = row.cardStatus
    return { id, rawState, state: states[rawState] ?? 'unknown' }
  }

  /** Data of this month, of all cards in one request; where one of them spoils it, of each by itself. */
  async function* usageOf(
    cards: readonly (SimKey & { rawState: string })[],
    isStopped: () => boolean,
  ): AsyncIterable<SimFacts> {
    const now = tools.now()
    const today = startOfDay(dayOf(now), timeZone)
    const content = { iccids: joined(cards), queryDate: stamp(now).slice(0, 6) }
    const rows = await ask('query/sim-data-usage-monthly/batch', content).catch(ofCards)
    const amounts = new Map(
      rowsOf(amountsRow, rows)
        .flatMap(({ dataAmountList }) => rowsOf(amountRow, dataAmountList))
        .flatMap(({ iccid, dataAmount }) => (iccid ? [[iccidKey(iccid), dataAmount] as const] : [])),
    )
    for (const { id, iccid, rawState } of cards) {
      // Up to yesterday's midnight, on either back end.
      if (amounts.size > 0) yield { id, ...usage(amounts.get(iccidKey(iccid)), today) }
      else {
        if (isStopped()) return
        const [row] = rowsOf(amountRow, await ask('query/sim-data-usage', { iccid }).catch(ofCards))
        // "CT" counts up to now.
        yield { id, ...usage(row?.dataAmount, rawState.length === 1 ? now : today) }
      }
    }
  }

  return {
    async *read(cards, isStopped) {
      const numbers = await numbersOf(cards)
      const known: (SimKey & { rawState: string })[] = []
      let refused = 0
      for (const card of cards) {
        if (isStopped()) return
        try {
          const facts = await stateOf(card)
          yield { ...numbers.get(iccidKey(card.iccid)), ...facts }
          known.push({ ...card, rawState: facts.rawState })
        } catch (error) {
          ofCards(error)
          const { failure, message } = error as SimRefused
          const isOfCard = failure === 'notYours' || failure === 'noSuchCard'
          if (!isOfCard && known.length === 0 && ++refused >= mostRefused)
            throw new SimRefused(failure, message, true)
          yield { id: card.id, failure }
        }
      }
      if (known.length > 0 && !isStopped()) yield* usageOf(known, isStopped)
    },

    async change({ iccid }, action) {
      await ask('change/sim-status', { iccid, operType: operTypes[action] })
    },
  }
}

const joined = (cards: readonly SimKey[]) => cards.map(({ iccid }) => iccid).join('_')

const dayOf = (time: number) => stamp(time).replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')

/** @param kb undefined: it was not said */
const usage = (kb: number | undefined, usedTime: number): Partial<SimFacts> =>
  kb === undefined ? {} : { usedBytes: Math.round(kb * bytesPerKb), usedTime }

/** Lets a failure pass that is of cards; one of the platform goes on. @returns nothing was found */
function ofCards(error: unknown): unknown[] {
  if (error instanceof SimRefused && !error.isOfPlatform) return []
  throw error
}
