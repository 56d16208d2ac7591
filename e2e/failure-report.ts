import type { Page } from 'playwright'
import { beforeEach, onTestFailed } from 'vitest'

/**
 * What the pages showed when a test failed, as text: whoever reads about a failure elsewhere has nothing but the
 * printed log.
 */

const keptEvents = 25
const shownLines = 60
const shownLength = 160
const snapshotTimeoutMs = 10_000

interface Watched {
  page: Page
  /** The last requests, and the lines of the console. */
  events: string[]
}

const watched: Watched[] = []
let hasBegun = false
let hasFailed = false

/** From now on this page is part of the report. */
export function watchPage(page: Page): void {
  const events: string[] = []
  watched.push({ page, events })
  const note = (text: string) => {
    events.push(`${new Date().toISOString().slice(11, 23)} ${text.slice(0, shownLength)}`)
    if (events.length > keptEvents) events.shift()
  }
  page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`at ${pathOf(frame.url())}`))
  page.on('console', (message) => note(`console ${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => note(`thrown: ${error.message}`))
  page.on('requestfailed', (request) => {
    const { errorText = 'failed' } = request.failure() ?? {}
    // Given up by the page itself, as when it goes elsewhere.
    if (errorText !== 'net::ERR_ABORTED') note(`${request.method()} ${pathOf(request.url())}: ${errorText}`)
  })
  page.on('response', (response) => {
    const path = pathOf(response.url())
    if (path.startsWith('/api/') || !response.ok()) {
      note(`${response.request().method()} ${path}: ${response.status()}`)
    }
  })
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function report(name: string): Promise<void> {
  const open = watched.filter(({ page }) => !page.isClosed())
  for (const [index, { page, events }] of open.entries()) {
    // What is visible and by which names, as a screen reader has it.
    const seen = await page
      .locator('body')
      .ariaSnapshot({ timeout: snapshotTimeoutMs })
      .catch((error) => String(error))
    const lines = seen.slice(Math.max(0, seen.search(/^- main/m))).split('\n')
    const [above, below] = [lines.slice(0, shownLines), lines.slice(shownLines)]
    console.log(
      [
        `Page ${index + 1} of ${open.length} when it failed: ${name}`,
        page.url(),
        ...events,
        ...above.map((line) => line.slice(0, shownLength)),
        ...(below.length > 0 ? [`… ${below.length} more lines`] : []),
      ].join('\n  '),
    )
  }
}

/** The browser is about to close. No test has begun: a hook before all of them failed. */
export async function reportFailedHook(): Promise<void> {
  if (!hasBegun) await report('before the first test')
}

/** Called at the beginning of a test: did the one before it fail? */
export function hasLastTestFailed(): boolean {
  const answer = hasFailed
  hasFailed = false
  return answer
}

// This is a setup file of the e2e tests.
beforeEach(() => {
  hasBegun = true
  onTestFailed(async ({ task }) => {
    hasFailed = true
    await report(task.name)
  })
})
