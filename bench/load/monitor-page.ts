import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@trackway/server/features/accounts/passwords.ts'
import { chromium, type Page } from 'playwright'
import { build } from 'vite'
import { chromiumSwitches, ensureChromium } from '../../scripts/chromium.mjs'
import { openBenchDatabase } from './bench-database.ts'
import { fillLiveFleet } from './live-fleet.ts'
import { type BenchServer, startServerScript, stopServer } from './load-run.ts'

/** The built web app before a server with so many devices, in a browser that is signed in. */
export interface MonitorBench {
  url: string
  server: BenchServer
  page: Page
  /** Process id of the database server. */
  databasePid: number
  close(): Promise<void>
}

export async function openMonitorBench(devices: number): Promise<MonitorBench> {
  const outDir = mkdtempSync(join(tmpdir(), 'trackway-bench-web-'))
  const root = fileURLToPath(new URL('../../packages/web', import.meta.url))
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const database = await openBenchDatabase(0)
  await database.pool.query('update accounts set password_hash = $1', [await hashPassword('bench')])
  await fillLiveFleet(database, devices)
  const server = await startServerScript('server-process.ts', [database.url, String(devices), outDir])
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumSwitches })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const url = `http://127.0.0.1:${server.httpPort}`
  // A screen without the fleet, so that what is measured afterwards begins with it.
  await page.goto(`${url}/index/device/deviceList`)
  await page.locator('input[autocomplete=username]').fill('bench')
  await page.locator('input[autocomplete=current-password]').fill('bench')
  await page.locator('button[type=submit]').click()
  await page.locator('input[autocomplete=current-password]').waitFor({ state: 'detached' })
  return {
    url,
    server,
    page,
    databasePid: database.pid,
    async close() {
      await browser.close()
      await stopServer(server.child)
      await database.drop()
      rmSync(outDir, { recursive: true })
    },
  }
}
