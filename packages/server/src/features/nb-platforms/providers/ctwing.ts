import { createHmac } from 'node:crypto'
import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import {
  PlatformRefused,
  quoteOf,
  sendRepeatable,
  sendRequest,
  withoutSecrets,
} from '../../../platform/outbound/send-request.ts'
import { appSecret, type NbClient, nbPlatform, platformWord, serviceUrl } from './nb-platform.ts'

/**
 * China Telecom CTWing AEP. Source: CTWing, "使能平台 API 文档": aep_subscribe_north, aep_device_management,
 * aep_device_command, and "签名算法" (HMAC-SHA1).
 */
/** Data, answers to commands, events, online and offline. */
const subTypes = { dataReport: 1, commandResponse: 2, eventReport: 3, deviceOnlineOfflineReport: 4 } as const

const settings = z.object({
  apiUrl: serviceUrl
    .nullable()
    .default(null)
    .describe('Where the platform is called; null: at its own address.'),
  appId: line(64).min(1).describe('Key of the application.'),
  productId: z
    .string()
    .regex(/^\d{1,18}$/)
    .describe('Product of the devices.'),
  secret: appSecret,
  masterKey: secret(
    z
      .string()
      .max(200)
      .optional()
      .describe('Master key of the product; left out: keep the stored one; secret.'),
  ),
})

export const ctwing = nbPlatform({
  name: 'ctwing',
  label: 'China Telecom CTWing AEP',
  settings,
  destination: ['apiUrl', 'appId'],
  // 32 digits in hex, or the product and the serial in one.
  deviceId: /^(?:[0-9a-f]{32}|\d{20,40})$/i,
  types: Object.keys(subTypes),
  connect: ({ secret, masterKey, ...set }) =>
    secret === undefined || masterKey === undefined ? null : connect({ ...set, secret, masterKey }),
})

const officialUrl = 'https://ag-api.ctwing.cn'
/** Versions of the calls, as the platform dates them. */
const versions = {
  subscribe: '20181031202018',
  subscriptions: '20181031202027',
  unsubscribe: '20181031202023',
  register: '20181031202117',
  send: '20190712225145',
} as const
const operator = 'trackway'
const productLevel = 1
const pageSize = 100
const subscriptionForm = z.object({
  subId: platformWord,
  subType: platformWord,
  subUrl: z.string().max(2_000),
  subLevel: platformWord.nullish(),
})
const typeNames = new Map<number, string>(Object.entries(subTypes).map(([name, code]) => [code, name]))
const deviceLevel = 1
const dataTypes = { text: 1, hex: 2 } as const
/** The clock of the platform is queried again after this. */
const clockMs = 3_600_000

interface Signed {
  application: string
  timestamp: number
  /** Of the query and the master key. */
  parameters: Readonly<Record<string, string>>
  body: string
}

/** @returns the signature in Base64 */
export function ctwingSignature(
  secret: string,
  { application, timestamp, parameters, body }: Signed,
): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = [
    `application:${application}`,
    `timestamp:${timestamp}`,
    ...sorted.map(([name, value]) => `${name}:${value}`),
    ...(body === '' ? [] : [body]),
  ]
  return createHmac('sha1', secret)
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('base64')
}

function connect(set: Required<z.output<typeof settings>>, now = Date.now): NbClient {
  const { apiUrl, appId: appKey, secret: appSecret, productId, masterKey } = set
  const base = (apiUrl ?? officialUrl).replace(/\/+$/, '')
  const secrets = [appSecret, masterKey]
  let clock: { aheadMs: number; untilTime: number } | null = null

  /** What the platform's clock is ahead of ours: it refuses a signature of another time. */
  const aheadOfOurs = async (): Promise<number> => {
    if (clock !== null && clock.untilTime > now()) return clock.aheadMs
    const start = now()
    const { headers } = await sendRepeatable({ method: 'GET', url: `${base}/echo` })
    const sentTime = Number(headers['x-ag-timestamp'])
    const aheadMs = sentTime > 0 ? Math.round(sentTime - (start + now()) / 2) : 0
    clock = { aheadMs, untilTime: now() + clockMs }
    return aheadMs
  }

  const post = (path: string, version: string, content: object) =>
    request({ method: 'POST', path, version, body: JSON.stringify(content) })

  const request = async ({
    method,
    path,
    version,
    query = {},
    body = '',
  }: {
    method: 'GET' | 'POST' | 'DELETE'
    path: string
    version: string
    query?: Readonly<Record<string, string>>
    body?: string
  }): Promise<unknown> => {
    const timestamp = now() + (await aheadOfOurs())
    const parameters = { ...query, MasterKey: masterKey }
    const answer = await sendRequest({
      method,
      url: `${base}${path}${method === 'POST' ? '' : `?${new URLSearchParams(query)}`}`,
      headers: {
        application: appKey,
        timestamp: String(timestamp),
        version,
        signature: ctwingSignature(appSecret, { application: appKey, timestamp, parameters, body }),
        'content-type': 'application/json; charset=UTF-8',
        MasterKey: masterKey,
      },
      ...(body !== '' && { body }),
      secrets,
    })
    const { code, msg, result } = answer.json
    if (answer.status !== 200 || code !== 0) {
      // Perhaps by its clock.
      clock = null
      const words = typeof msg === 'string' ? withoutSecrets(msg, secrets) : null
      throw new PlatformRefused(String(code ?? answer.status), words ?? quoteOf(answer, secrets), words)
    }
    return result
  }

  return {
    async subscribe(pushUrl, types) {
      await post('/aep_subscribe_north/subscription', versions.subscribe, {
        productId: Number(productId),
        subLevel: productLevel,
        subTypes: types.map((type) => subTypes[type as keyof typeof subTypes]),
        subUrl: pushUrl,
        operator,
      })
    },

    async subscriptions() {
      const result = await request({
        method: 'GET',
        path: '/aep_subscribe_north/subscribes',
        version: versions.subscriptions,
        query: { productId, pageNow: '1', pageSize: String(pageSize) },
      })
      const list = Array.isArray(result) ? result : (result as { list?: unknown } | null)?.list
      const { data } = z.array(subscriptionForm).safeParse(list)
      if (data === undefined) throw new PlatformRefused('answer', 'without list')
      // Of single devices are those of others.
      return data
        .filter(({ subLevel }) => Number(subLevel ?? productLevel) === productLevel)
        .map(({ subId: id, subType, subUrl: url }) => ({
          id,
          type: typeNames.get(Number(subType)) ?? subType,
          url,
        }))
    },

    async unsubscribe(id) {
      await request({
        method: 'DELETE',
        path: '/aep_subscribe_north/subscription',
        version: versions.unsubscribe,
        query: { subId: id, productId, subLevel: String(productLevel) },
      })
    },

    async register(imei) {
      const result = await post('/aep_device_management/device', versions.register, {
        deviceName: imei,
        deviceSn: '',
        imei,
        operator,
        productId: Number(productId),
        other: { autoObserver: 0 },
      })
      return textOf(result, 'deviceId')
    },

    async send({ platformDeviceId, payload, isHex, validS }) {
      const result = await post('/aep_device_command/command', versions.send, {
        content: { dataType: isHex ? dataTypes.hex : dataTypes.text, payload },
        deviceId: platformDeviceId,
        operator,
        productId: Number(productId),
        ttl: validS,
        level: deviceLevel,
      })
      return { commandId: textOf(result, 'commandId'), state: textOf(result, 'commandStatus', '') }
    },
  }
}

/** @throws {PlatformRefused} where it is missing and has no default */
function textOf(result: unknown, name: string, otherwise?: string): string {
  const value = (result as Record<string, unknown> | null)?.[name]
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (otherwise !== undefined) return otherwise
  throw new PlatformRefused('answer', `without ${name}`)
}
