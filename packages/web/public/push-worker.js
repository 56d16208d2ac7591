// Shows notices of alarms while no page is open. Plain JavaScript: it is served as it is. Paths are those of the product,
// which lies where this worker does.

const atHost = (path) => new URL(`.${path}`, self.registration.scope).href

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  // Something is always shown, also for rubbish: browsers take the permission from who pushes silently.
  const notice = read(event.data)
  event.waitUntil(
    self.registration.showNotification(notice.title, {
      body: notice.body,
      tag: notice.tag,
      icon: atHost('/icon.svg'),
      badge: atHost('/icon-maskable.svg'),
      data: { url: notice.url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(atHost(event.notification.data?.url ?? '/')))
})

function read(data) {
  const usual = { title: 'Trackway', body: '', tag: 'trackway', url: '/' }
  try {
    const { title, body, tag, url } = data.json()
    // Links lead into the platform only.
    const path = typeof url === 'string' && url.startsWith('/') && !url.startsWith('//') ? url : '/'
    return { title: title || usual.title, body: body || '', tag: tag || usual.tag, url: path }
  } catch {
    return usual
  }
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [shown] = windows
  if (shown === undefined) return self.clients.openWindow(url)
  await shown.focus()
  return shown.navigate(url).catch(() => self.clients.openWindow(url))
}
