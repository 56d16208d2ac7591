import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import {
  type Answer,
  type Certificates,
  PlatformRefused,
  quoteOf,
  sendRepeatable,
  sendRequest,
  withoutSecrets,
} from '../../../platform/outbound/send-request.ts'
import { appSecret, type NbClient, nbPlatform, platformWord, serviceUrl } from './nb-platform.ts'

const pem = z.string().trim().max(20_000)
/** `deviceDatasChanged` would repeat `deviceDataChanged`. */
const notifyTypes = ['deviceDataChanged', 'deviceAdded', 'deviceInfoChanged', 'commandRsp'] as const

/**
 * Huawei OceanConnect. Source: Huawei IoT "Northbound API Reference", "Authentication", "Registering a Device",
 * "Subscribing to Service Data", "Creating Device Commands" (V4), and their error codes.
 */
const settings = z.object({
  apiUrl: serviceUrl.describe('Where the platform is called, with its port.'),
  appId: line(64).min(1).describe('Id of the application.'),
  secret: appSecret,
  serviceId: line(64).default('Command').describe('Service of the product that takes commands.'),
  method: line(64).default('send').describe('Name of its command.'),
  parameter: line(64).default('payload').describe('Name of the parameter that the text of a command is.'),
  certificate: pem.nullable().default(null).describe('Client certificate, PEM; null: none.'),
  privateKey: secret(pem.optional().describe('Its key, PEM; left out: keep the stored one; secret.')),
  authority: pem
    .nullable()
    .default(null)
    .describe('Who signed the certificate of the platform, PEM; null: one that systems trust.'),
})

export const oceanConnect = nbPlatform({
  name: 'oceanConnect',
  label: 'Huawei OceanConnect',
  settings,
  destination: ['apiUrl', 'appId'],
  // UUIDs.
  deviceId: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  types: notifyTypes,
  connect: ({ secret, privateKey = null, ...set }) =>
    secret === undefined ? null : connect({ ...set, secret, privateKey }),
})

interface Application extends Omit<z.output<typeof settings>, 'privateKey'>, Certificates {
  secret: string
}
/** The notification is subscribed to already. */
const conflictCode = '100227'
/** A token is renewed so long before its expiry. */
const tokenMarginMs = 60_000
const maxRetransmit = 3
const subscriptionForm = z.object({
  subscriptionId: platformWord,
  notifyType: platformWord,
  callbackUrl: z.string().max(2_000),
})
const subscriptionsPath = '/iocm/app/sub/v1.2.0/subscriptions'
/** Of a page of subscriptions; an application has a few. */
const pageSize = 100

function connect(application: Application, now = Date.now): NbClient {
  const { appId, secret, apiUrl } = application
  const base = apiUrl.replace(/\/+$/, '')
  let token: { value: string; untilTime: number } | null = null
  const refusalOf = (answer: Answer): PlatformRefused => refused(answer, [secret, token?.value])

  const logIn = async (): Promise<string> => {
    const answer = await sendRepeatable({
      method: 'POST',
      url: `${base}/iocm/app/sec/v1.1.0/login`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ appId, secret }).toString(),
      certificates: application,
      secrets: [secret],
    })
    const { accessToken, expiresIn } = answer.json
    if (answer.status !== 200 || typeof accessToken !== 'string') throw refusalOf(answer)
    token = { value: accessToken, untilTime: now() + Number(expiresIn ?? 0) * 1000 - tokenMarginMs }
    return accessToken
  }

  const post = (path: string, body: object) => request('POST', path, JSON.stringify(body))

  const request = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: string,
    isSecond = false,
  ): Promise<Answer> => {
    const isKept = token !== null && token.untilTime > now()
    const value = isKept ? token!.value : await logIn()
    const answer = await sendRequest({
      method,
      url: `${base}${path}`,
      headers: {
        app_key: appId,
        authorization: `Bearer ${value}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body }),
      certificates: application,
      secrets: [value],
    })
    // A token that was kept may have been ended by another login of the application.
    if ((answer.status === 401 || answer.status === 403) && isKept && !isSecond) {
      token = null
      return request(method, path, body, true)
    }
    return answer
  }

  return {
    async subscribe(pushUrl, types) {
      for (const notifyType of types) {
        const answer = await post(subscriptionsPath, { notifyType, callbackUrl: pushUrl })
        if (!isTaken(answer) && codeOf(answer) !== conflictCode) throw refusalOf(answer)
      }
    },

    async subscriptions() {
      const query = new URLSearchParams({ appId, pageNo: '0', pageSize: String(pageSize) })
      const answer = await request('GET', `${subscriptionsPath}?${query}`)
      const { subscriptions } = answer.json
      if (!isTaken(answer)) throw refusalOf(answer)
      const { data } = z.array(subscriptionForm).safeParse(subscriptions)
      if (data === undefined) throw new PlatformRefused('answer', 'without subscriptions')
      return data.map(({ subscriptionId: id, notifyType: type, callbackUrl: url }) => ({ id, type, url }))
    },

    async unsubscribe(id) {
      const query = new URLSearchParams({ appId })
      const answer = await request('DELETE', `${subscriptionsPath}/${encodeURIComponent(id)}?${query}`)
      if (!isTaken(answer) && answer.status !== 404) throw refusalOf(answer)
    },

    async register(imei) {
      const body = { verifyCode: imei, nodeId: imei, timeout: 0 }
      const answer = await post('/iocm/app/reg/v1.1.0/deviceCredentials', body)
      const { deviceId } = answer.json
      if (!isTaken(answer) || typeof deviceId !== 'string') throw refusalOf(answer)
      return deviceId
    },

    async send({ platformDeviceId, payload, validS, pushUrl }) {
      const { serviceId, method, parameter } = application
      const answer = await post('/iocm/app/cmd/v1.4.0/deviceCommands', {
        deviceId: platformDeviceId,
        command: { serviceId, method, paras: { [parameter]: payload } },
        callbackUrl: pushUrl,
        expireTime: validS,
        maxRetransmit,
      })
      const { commandId, status } = answer.json
      if (!isTaken(answer)) throw refusalOf(answer)
      if (typeof commandId !== 'string') throw new PlatformRefused('answer', 'without commandId')
      return { commandId, state: String(status ?? '') }
    },
  }
}

const isTaken = ({ status }: Answer) => status >= 200 && status < 300
const codeOf = ({ json, status }: Answer): string => String(json.error_code ?? status)

function refused(answer: Answer, secrets: readonly (string | undefined)[]): PlatformRefused {
  const { error_desc } = answer.json
  const words = typeof error_desc === 'string' ? withoutSecrets(error_desc, secrets) : null
  return new PlatformRefused(codeOf(answer), words ?? quoteOf(answer, secrets), words)
}
