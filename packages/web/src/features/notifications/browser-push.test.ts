import { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { isPushOn, pushObstacle, renewPush, turnPushOff, turnPushOn } from './browser-push.ts'

const encode = (text: string) => new TextEncoder().encode(text).buffer
const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const serverKey = base64url('key of the server?')

interface Browser {
  permission: NotificationPermission
  /** The user's answer to the permission prompt. */
  answer: NotificationPermission
  isSecure: boolean
  agent: string
  /** It has push at all. */
  isAble: boolean
}

/** A subscription of this browser at its push service. */
function aSubscription(endpoint: string, key: string, onEnd: () => void) {
  return {
    endpoint,
    options: { applicationServerKey: encode(atob(key.replaceAll('-', '+').replaceAll('_', '/'))) },
    getKey: (name: string) => encode(name === 'auth' ? 'secre>' : 'publi?'),
    unsubscribe: vi.fn(async () => onEnd()),
  }
}

/** A fake browser; `subscription` is the one that its push service holds. */
function startBrowser(parts: Partial<Browser> = {}) {
  const browser = {
    permission: 'default',
    answer: 'granted',
    isSecure: true,
    isAble: true,
    ...parts,
  } as Browser
  const state = {
    subscription: null as ReturnType<typeof aSubscription> | null,
    prompts: 0,
    registered: [] as string[],
    made: 0,
  }
  const registration = {
    pushManager: {
      getSubscription: async () => state.subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        state.made++
        state.subscription = aSubscription(`https://push.example/${state.made}`, applicationServerKey, () => {
          state.subscription = null
        })
        return state.subscription
      },
    },
  }
  const serviceWorker = {
    register: async (path: string) => void state.registered.push(path),
    ready: Promise.resolve(registration),
    getRegistration: async () => (state.registered.length > 0 ? registration : undefined),
  }
  const notices = {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      state.prompts++
      browser.permission = browser.answer
      return browser.answer
    },
  }
  vi.stubGlobal('window', {
    isSecureContext: browser.isSecure,
    ...(browser.isAble && { PushManager: class {}, Notification: notices }),
  })
  vi.stubGlobal('Notification', notices)
  vi.stubGlobal('navigator', {
    userAgent: browser.agent ?? 'Mozilla/5.0 Gecko/20100101 Firefox/142.0',
    ...(browser.isAble && { serviceWorker }),
  })
  vi.stubGlobal('location', { href: 'https://trackway.example/index/home' })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { browser, state }
}

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.answer(webPushCalls.key, { publicKey: serverKey })
  server.answer(webPushCalls.subscribe, {})
  server.answer(webPushCalls.unsubscribe, {})
})

test.each<[ReturnType<typeof pushObstacle>, Partial<Browser>]>([
  [null, {}],
  [null, { permission: 'granted' }],
  ['denied', { permission: 'denied' }],
  ['insecure', { isSecure: false }],
  ['unsupported', { isAble: false, agent: 'Mozilla/5.0 (X11; Linux x86_64)' }],
  ['addToHome', { isAble: false, agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X)' }],
])('%s keeps notices off in %o', (obstacle, parts) => {
  startBrowser(parts)
  expect(pushObstacle()).toBe(obstacle)
})

test('who says yes is subscribed with the key of this server, and with who he is', async () => {
  const { state } = startBrowser()
  expect(await isPushOn()).toBe(false)
  expect(await turnPushOn()).toBe(true)
  expect(state.registered).toEqual(['/push-worker.js'])
  expect(server.sent(webPushCalls.subscribe)).toEqual([
    {
      endpoint: 'https://push.example/1',
      publicKey: serverKey,
      browser: 'Firefox/142.0',
      // Without the letters that an address cannot hold.
      p256dh: base64url('publi?'),
      auth: base64url('secre>'),
      language: expect.any(String),
    },
  ])
  expect(await isPushOn()).toBe(true)
})

test('who denies permission is not subscribed, and nothing is requested from the server', async () => {
  const { state } = startBrowser({ answer: 'denied' })
  expect(await turnPushOn()).toBe(false)
  expect(state.registered).toEqual([])
  expect(server.sent(webPushCalls.key)).toEqual([])
})

test('turned off, the server forgets the browser first; where it cannot, the browser stays subscribed', async () => {
  const { state } = startBrowser()
  await turnPushOn()
  const { subscription } = state
  server.refuse(webPushCalls.unsubscribe, 'tooManyRequests')
  await expect(turnPushOff()).rejects.toMatchObject({ result: 'tooManyRequests' })
  expect(await isPushOn()).toBe(true)
  server.answer(webPushCalls.unsubscribe, {})
  await turnPushOff()
  expect(server.sent(webPushCalls.unsubscribe).at(-1)).toEqual({ endpoint: subscription!.endpoint })
  expect(await isPushOn()).toBe(false)
  await turnPushOff()
  expect(server.sent(webPushCalls.unsubscribe)).toHaveLength(2)
})

test('at each start the same subscription is sent again, without a prompt', async () => {
  const { state } = startBrowser()
  await turnPushOn()
  await renewPush()
  expect(state).toMatchObject({ prompts: 1, made: 1 })
  expect(server.sent(webPushCalls.subscribe).map(({ endpoint }) => endpoint)).toEqual([
    'https://push.example/1',
    'https://push.example/1',
  ])
})

test('a server with another key gets a new subscription, and the old one ends', async () => {
  const { state } = startBrowser()
  await turnPushOn()
  const old = state.subscription!
  const other = base64url('key of another one')
  server.answer(webPushCalls.key, { publicKey: other })
  await renewPush()
  expect(old.unsubscribe).toHaveBeenCalledTimes(1)
  expect(server.sent(webPushCalls.subscribe).at(-1)).toMatchObject({
    endpoint: 'https://push.example/2',
    publicKey: other,
  })
})

test.each([
  ['never subscribed', async () => {}],
  ['turned them off', async () => turnPushOn().then(turnPushOff)],
])('a browser whose user %s is not subscribed by a start', async (_, before) => {
  startBrowser({ permission: 'granted' })
  await before()
  const count = server.sent(webPushCalls.subscribe).length
  await renewPush()
  expect(server.sent(webPushCalls.subscribe)).toHaveLength(count)
})
