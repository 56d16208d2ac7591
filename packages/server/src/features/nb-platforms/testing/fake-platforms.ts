import { createHmac } from 'node:crypto'
import {
  type Answer,
  type FakeServer,
  type Request,
  startFakeServer,
} from '../../../testing/fakes/fake-server.ts'

/** Both platforms as documented, on this machine: they refuse what is malformed, and keep what they accepted. */
export interface FakePlatform extends FakeServer {
  taken: { path: string; body: Record<string, unknown> }[]
  /** What it answers by itself. */
  usual(request: Request): Promise<Answer | 'cut'>
  /** What they push, by type: where to, and their own id of it. */
  subscribed: Map<string, { id: string; url: string }>
}

export const app = { appId: 'vtKx1RlE7cpN', secret: 'SECRET' }
export const oceanDeviceId = 'fd3fd274-586d-49fc-a71c-5707611a6478'
export const ctwingDeviceId = '44d0b9e48d404094bbbcf889e4e64ece'
export const product = { productId: '10053421', masterKey: 'MK' }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** OceanConnect: a token is good until the next login, or until `endTokens`. */
export async function startFakeOceanConnect(): Promise<
  FakePlatform & { logins: number; endTokens(): void; refuse(next: Answer | 'cut'): void }
> {
  const taken: FakePlatform['taken'] = []
  const subscribed: FakePlatform['subscribed'] = new Map()
  let [logins, token, made] = [0, '', 0]
  /** What the next command is answered. */
  let refusal: Answer | 'cut' | null = null
  const answer = async ({ path: target, method, headers, body }: Request): Promise<Answer | 'cut'> => {
    const { pathname: path, searchParams } = new URL(target, 'http://fake')
    if (path === '/iocm/app/sec/v1.1.0/login') {
      const form = new URLSearchParams(body.toString())
      if (form.get('appId') !== app.appId || form.get('secret') !== app.secret)
        return json(401, { error_code: '100208', error_desc: 'AppId or secret is not right.' })
      token = `token-${++logins}`
      return json(200, {
        accessToken: token,
        tokenType: 'bearer',
        refreshToken: 'r',
        expiresIn: 3600,
        scope: 'default',
      })
    }
    if (headers.app_key !== app.appId || headers.authorization !== `Bearer ${token}`)
      return json(403, { error_code: '1010005', error_desc: 'Invalid access token or appId.' })
    if (method !== 'POST' && searchParams.get('appId') !== app.appId)
      return json(403, { error_code: '1010009', error_desc: 'app throttle exceed.' })
    if (method === 'GET' && path === '/iocm/app/sub/v1.2.0/subscriptions') {
      const subscriptions = [...subscribed].map(([notifyType, { id, url }]) => ({
        subscriptionId: id,
        notifyType,
        callbackUrl: url,
      }))
      return json(200, { totalCount: subscriptions.length, pageNo: 0, pageSize: 100, subscriptions })
    }
    if (method === 'DELETE') {
      const found = [...subscribed].find(([, { id }]) => path.endsWith(`/subscriptions/${id}`))
      if (found === undefined)
        return json(404, { error_code: '100225', error_desc: 'The resource is not found.' })
      subscribed.delete(found[0])
      return { status: 204 }
    }
    const content = JSON.parse(body.toString()) as Record<string, unknown>
    switch (path) {
      case '/iocm/app/sub/v1.2.0/subscriptions':
        if (!String(content.callbackUrl).startsWith('https://'))
          return json(400, { error_code: '100222', error_desc: 'The request callbackurl is illegal.' })
        if (subscribed.has(String(content.notifyType)))
          return json(409, { error_code: '100227', error_desc: 'The resource is conflicted.' })
        subscribed.set(String(content.notifyType), {
          id: `sub-${++made}`,
          url: String(content.callbackUrl),
        })
        taken.push({ path, body: content })
        return json(201, { subscriptionId: `sub-${made}`, ...content })
      case '/iocm/app/reg/v1.1.0/deviceCredentials':
        taken.push({ path, body: content })
        return json(200, { deviceId: oceanDeviceId, verifyCode: content.verifyCode, timeout: 0, psk: 'f00' })
      case '/iocm/app/cmd/v1.4.0/deviceCommands':
        if (refusal !== null) {
          const current = refusal
          refusal = null
          return current
        }
        if (content.deviceId !== oceanDeviceId)
          return json(404, { error_code: '100418', error_desc: 'The device is not existed.' })
        taken.push({ path, body: content })
        return json(201, { commandId: '5c2534b13b4343fb966ecc461100e462', ...content, status: 'PENDING' })
    }
    return json(404, { error_code: '100002', error_desc: 'No such call.' })
  }
  const server = await startFakeServer(answer)
  return {
    ...server,
    taken,
    subscribed,
    usual: answer,
    get logins() {
      return logins
    },
    refuse(next) {
      refusal = next
    },
    endTokens() {
      token = 'ended'
    },
  }
}

/** CTWing, whose clock is `aheadMs` ahead of ours: it refuses what was signed for another minute. */
export async function startFakeCtwing(aheadMs = 0): Promise<FakePlatform> {
  const taken: FakePlatform['taken'] = []
  const subscribed: FakePlatform['subscribed'] = new Map()
  let made = 0
  const answer = async ({ path: target, method, headers, body }: Request): Promise<Answer> => {
    const { pathname: path, searchParams } = new URL(target, 'http://fake')
    const now = Date.now() + aheadMs
    if (path === '/echo') return { status: 200, headers: { 'x-ag-timestamp': String(now) } }
    const { application, timestamp, masterkey, signature } = headers
    const parameters = [...searchParams, ['MasterKey', String(masterkey)] as const]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}:${value}\n`)
    const text = body.length === 0 ? '' : `${body}\n`
    const lines = `application:${application}\ntimestamp:${timestamp}\n${parameters.join('')}${text}`
    const right = createHmac('sha1', app.secret).update(lines).digest('base64')
    if (signature !== right || Math.abs(Number(timestamp) - now) > 60_000)
      return json(200, { code: 1001, msg: '签名验证失败', result: null })
    const content = (
      method === 'POST' ? JSON.parse(body.toString()) : Object.fromEntries(searchParams)
    ) as Record<string, unknown>
    if (Number(content.productId) !== Number(product.productId))
      return json(200, { code: -1, msg: '产品不存在', result: null })
    if (method === 'GET') {
      const list = [...subscribed].map(([type, { id, url }]) => ({
        subId: Number(id),
        subType: Number(type),
        subUrl: url,
        subLevel: 1,
      }))
      return json(200, {
        code: 0,
        msg: 'ok',
        result: { pageNum: 1, pageSize: 100, total: list.length, list },
      })
    }
    if (method === 'DELETE') {
      const found = [...subscribed].find(([, { id }]) => id === content.subId && content.subLevel === '1')
      if (found === undefined) return json(200, { code: -1, msg: '订阅不存在', result: null })
      subscribed.delete(found[0])
      return json(200, { code: 0, msg: 'ok', result: null })
    }
    taken.push({ path, body: content })
    switch (path) {
      case '/aep_subscribe_north/subscription':
        for (const type of content.subTypes as number[])
          subscribed.set(String(type), { id: String(++made), url: String(content.subUrl) })
        return json(200, { code: 0, msg: 'ok', result: null })
      case '/aep_device_management/device':
        return json(200, { code: 0, msg: 'ok', result: { deviceId: ctwingDeviceId, imei: content.imei } })
      case '/aep_device_command/command':
        return json(200, { code: 0, msg: 'ok', result: { commandId: 17, commandStatus: '指令已保存' } })
    }
    return { status: 404, body: 'not found' }
  }
  return { ...(await startFakeServer(answer)), taken, subscribed, usual: answer }
}
