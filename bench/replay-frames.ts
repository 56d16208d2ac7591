/**
 * The replay screen under load: five devices over 90 days at ten seconds (3.9 million points), in a real
 * Chromium. The screen is the real one; the server's answers are made here. Prints the frame times while the
 * days arrive, while the cursor is dragged, while it plays with the map following, while the chart is zoomed,
 * and while the map is dragged and zoomed.
 * `--days 90`, `--devices 5`.
 */
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import type { Page, Route } from 'playwright'
import { replayAnswers } from './fleet/replay-data.ts'
import { withPage } from './load/chromium-page.ts'
import { quantile, readOptions } from './load/figures.ts'

const { days, devices } = readOptions({ days: 90, devices: 5 })
const goalMs = 20
const dayMs = 86_400_000
const today = Math.floor(Date.now() / dayMs)

/** The user whose page is measured. */
const user = {
  id: 2,
  ancestors: '',
  username: 'bench',
  nickname: null,
  role: roles.agent,
  realname: null,
  telephone: null,
  email: null,
  language: 'en',
  timeZone: 'UTC',
  expireTime: null,
  isDemo: false,
  remark: null,
  createTime: 0,
}
/** Runs in the page: keeps the time between any two frames, and of every task that held up the page for 50 ms. */
const watchFrames = `
  const frameTimes = []
  globalThis.frameTimes = frameTimes
  const longTasks = []
  globalThis.longTasks = longTasks
  const keep = (list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))
  new PerformanceObserver(keep).observe({ type: 'longtask' })
  let last = performance.now()
  const tick = (now) => {
    frameTimes.push(now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
`

const ids = Array.from({ length: devices }, (_, index) => String(860_000_000_000_001 + index))
const answers = new Map(ids.map((id, index) => [id, replayAnswers(today - days, days, index + 1)]))
const points = [...answers.values()].reduce((sum, answer) => sum + answer.points, 0)

const web = join(import.meta.dirname, '..', 'packages', 'web')
await withPage(web, { width: 1440, height: 900 }, async (page, url) => {
  page.on('pageerror', (error) => console.error(error))
  await page.route('**/api/**', answer)
  await page.addInitScript(watchFrames)
  const date = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
  const search = `terminalID=${ids[0]}&devices=${ids.join(',')}&first=${date(today - days)}&last=${date(today - 1)}`
  await page.goto(`${url}index/track?${search}`)
  await page.locator('input[autocomplete=username]').fill('bench')
  await page.locator('input[autocomplete=current-password]').fill('bench')
  await page.locator('button[type=submit]').click()
  console.log(`${devices} devices, ${days} days, ${points.toLocaleString('en')} points`)

  await page.getByTestId('track-chart').waitFor()
  const begin = performance.now()
  await measure(page, 'while the days arrive', () =>
    page.getByTestId('track-progress').waitFor({ state: 'detached', timeout: 120_000 }),
  )
  console.log(`all there after ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  await page.waitForTimeout(3_000)
  await measure(page, 'dragging the cursor', () => drag(page, '[data-testid=track-chart]', 0.95))
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp')
  await measure(page, 'playing at 300 times, following', () => page.waitForTimeout(8_000))
  await page.keyboard.press('Space')
  await measure(page, 'zooming the chart', () => wheel(page, '[data-testid=track-chart]'))
  await measure(page, 'dragging the map', () => drag(page, '[data-testid=tw-map-canvas]', 0.5))
  await measure(page, 'zooming the map', () => wheel(page, '[data-testid=tw-map-canvas]'))
})

/** What the server would say. Calls the replay can do without are refused. */
async function answer(route: Route): Promise<void> {
  const { pathname: path, searchParams } = new URL(route.request().url())
  const device = answers.get(searchParams.get('terminalID') ?? '')
  const json = (data: unknown) =>
    route.fulfill({ json: { meta: { success: true, code: 200, message: 'success' }, data } })
  switch (path) {
    case '/api/user/login':
      return json({ token: 'bench', user })
    case '/api/user/self':
      return json(user)
    case '/api/location/find':
      return json({ list: ids.map((terminalID, index) => ({ terminalID, displayName: `B${100 + index}` })) })
    case '/api/track/find':
      return route.fulfill({ body: device!.blocks, contentType: 'application/octet-stream' })
    case '/api/track/episodes':
      return json({ episodes: device!.episodes, until: today * dayMs })
    case '/api/track/alarms':
      return json({ alarms: [], total: 0 })
    case '/api/track/days':
      return json({ days: [] })
    default:
      return route.abort()
  }
}

/**
 * Frame times from before an action to after it, and what the page's own thread took of the processor for each:
 * that part of a frame does not depend on what else runs on the machine.
 */
async function measure(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const processorMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'TaskDuration')!.value * 1000
  }
  const before = await processorMs()
  await page.evaluate('frameTimes.length = longTasks.length = 0')
  await act()
  const ownMs = (await processorMs()) - before
  await devtools.detach()
  const frames = (await page.evaluate('frameTimes.slice()')) as number[]
  const at = (share: number) => quantile(frames, share)
  const longTasks = (await page.evaluate('longTasks.slice()')) as number[]
  const note = at(0.95) <= goalMs ? '' : '  ← misses its goal'
  console.log(
    `${name}: ${frames.length} frames, p50 ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, longest ${at(1).toFixed(0)} ms, of it the page's thread ${(ownMs / frames.length).toFixed(1)} ms; ${longTasks.length} tasks over 50 ms, longest ${Math.max(0, ...longTasks).toFixed(0)} ms, together ${longTasks.reduce((sum, ms) => sum + ms, 0).toFixed(0)} ms${note}`,
  )
}

/** Presses near the bottom, which on the chart is its axis, and goes to and fro for some seconds. */
async function drag(page: Page, selector: string, height: number): Promise<void> {
  const box = (await page.locator(selector).boundingBox())!
  const y = box.y + box.height * height
  await page.mouse.move(box.x + box.width / 2, y)
  await page.mouse.down()
  const end = performance.now() + 8_000
  for (let step = 0; performance.now() < end; step++) {
    await page.mouse.move(box.x + box.width * (0.5 + 0.3 * Math.sin(step / 40)), y)
    await page.waitForTimeout(8)
  }
  await page.mouse.up()
}

async function wheel(page: Page, selector: string): Promise<void> {
  const box = (await page.locator(selector).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let step = 0; step < 60; step++) {
    await page.mouse.wheel(0, step % 40 < 20 ? -100 : 100)
    await page.waitForTimeout(60)
  }
}
