import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumPath, chromiumSwitches } from './scripts/chromium.mjs'
import { testsWithDatabase } from './scripts/tests-with-database.mjs'

// Started by `npm test`, which is gone: nobody waits for the answer.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

/** Threads end with this process, however it ends, and so do the servers they started. */
const pool = 'threads'

/** Far longer than anything takes beside twenty busy processes: a test that fails may take its time. */
const patience = { testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 45_000 } } }

const withDatabase = testsWithDatabase()
const ensureChromium = join(import.meta.dirname, 'scripts', 'ensure-chromium.mjs')

/** Four projects by what their tests need; `npm test -- --project pure` runs one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          pool,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx', ...withDatabase],
          // They share nothing but tables that nobody changes: one world for all files saves half of the time.
          isolate: false,
          setupFiles: ['scripts/same-luck.ts'],
          ...patience,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          pool,
          include: withDatabase,
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          setupFiles: ['scripts/same-luck.ts'],
          ...patience,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Components in a real page, with a fake server: packages/web/src/testing.
        extends: './packages/web/vite.config.ts',
        root: './packages/web',
        optimizeDeps: { entries: ['src/shell/main.tsx', 'src/**/*.browser.test.tsx'] },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          globalSetup: [ensureChromium],
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: chromiumSwitches },
              contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Shanghai' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          pool,
          include: ['e2e/**/*.test.ts'],
          globalSetup: [ensureChromium, 'e2e/global-setup.ts'],
          setupFiles: ['e2e/failure-report.ts'],
          ...patience,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
