import { webPushCalls } from '@trackway/core/features/notifications/web-push-calls.ts'
import { api } from '../../base/api.ts'
import { useLanguage } from '../../base/language.ts'
import { pathAtHost } from '../../base/web-paths.ts'

/** Notices of this browser while no page is open: a subscription at its push service, and a worker that shows them. */

const worker = pathAtHost('/push-worker.js')

/** Why this browser shows none; null: it can. */
export function pushObstacle(): 'insecure' | 'addToHome' | 'unsupported' | 'denied' | null {
  if (!window.isSecureContext) return 'insecure'
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // Apple's devices have it only for apps on the home screen, which cannot be detected another way.
  if (!isAble) return /iPad|iPhone/.test(navigator.userAgent) ? 'addToHome' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

export async function isPushOn(): Promise<boolean> {
  return (await ownSubscription()) !== null
}

/** Asks the user for permission, which takes a click, and subscribes. @returns false when it is denied */
export async function turnPushOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(worker)
  await subscribe(await navigator.serviceWorker.ready)
  return true
}

export async function turnPushOff(): Promise<void> {
  const subscription = await ownSubscription()
  if (subscription === null) return
  await api(webPushCalls.unsubscribe, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/**
 * At every start: services drop subscriptions unasked, an installation may have another key, and somebody else may
 * have signed in. It never prompts.
 */
export async function renewPush(): Promise<void> {
  if (pushObstacle() !== null || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration(worker)
  if (registration !== undefined && (await registration.pushManager.getSubscription()) !== null)
    await subscribe(registration)
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (pushObstacle() !== null) return null
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(registration: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = await api(webPushCalls.key, {})
  const known = await registration.pushManager.getSubscription()
  const isSame = known !== null && base64url(known.options.applicationServerKey) === publicKey
  if (known !== null && !isSame) await known.unsubscribe()
  const subscription = isSame
    ? known
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await api(webPushCalls.subscribe, {
    endpoint: subscription.endpoint,
    publicKey,
    language: useLanguage.getState().language,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
    browser:
      navigator.userAgent.match(/(Firefox|Edg|OPR|Chrome|Safari)\/[\d.]+/)?.[0].slice(0, 64) ?? 'Browser',
  })
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
