import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience } from './packages/server/src/testing/patience.ts'
import { chromiumPath, chromiumSwitches } from './scripts/chromium.mjs'
import { testsWithDatabase } from './scripts/tests-with-database.mjs'

// Started by `npm test`, which is gone: nobody waits for the answer.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

/** Threads end with this process, however it ends, and so do the servers they started. */
const pool = 'threads'

const timeouts = {
  testTimeout: patience.testMs,
  hookTimeout: patience.hookMs,
  expect: { poll: { timeout: patience.waitMs } },
}

/** Of what happens at servers and devices: two leave half of two cores idle, four take as long as three. They run after the others. */
const mostlyWaiting = { maxWorkers: 3, sequence: { groupOrder: 1 } }

const withDatabase = testsWithDatabase()
const ensureChromium = join(import.meta.dirname, 'scripts', 'ensure-chromium.mjs')

/** These take the longest. They are begun first, so that no worker is left alone with one of them at the end. */
const longest = [
  'features/contract-walk',
  'testing/month',
  'features/commands/commands',
  'server',
  'gateway/durability',
  'e2e/accessibility',
  'e2e/routes',
  'e2e/pictures',
  'e2e/check-car',
  'e2e/track-devices',
  'e2e/imports',
].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Four projects by what their tests need; `npm test -- --project pure` runs one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Databases and folders of the run are ended and removed before it is over.
    teardownTimeout: patience.startMs,
    projects: [
      {
        test: {
          name: 'pure',
          pool,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx', ...withDatabase],
          // They share nothing but tables that nobody changes: one world for all files saves half of the time.
          isolate: false,
          setupFiles: ['scripts/same-luck.ts', 'scripts/no-global-left.ts'],
          ...timeouts,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          ...mostlyWaiting,
          pool,
          include: withDatabase,
          globalSetup: ['packages/server/src/testing/global-setup.ts'],
          setupFiles: ['scripts/same-luck.ts'],
          ...timeouts,
        },
      },
      {
        // Components in a real page, with a fake server: packages/web/src/testing.
        extends: './packages/web/vite.config.ts',
        root: './packages/web',
        optimizeDeps: {
          entries: ['src/shell/main.tsx', 'src/**/*.browser.test.tsx'],
          // Of workers, whose imports are found only when one starts: then the page would be loaded anew.
          include: ['hucre/csv', 'hucre/xlsx', 'geojson-vt', 'topojson-client', 'fflate'],
        },
        test: {
          name: 'browser',
          maxWorkers: 2,
          include: ['src/**/*.browser.test.tsx'],
          // Before the styles of the parts, as in the app.
          setupFiles: [join(import.meta.dirname, 'packages/web/src/base/theme/theme.css')],
          globalSetup: [ensureChromium],
          ...timeouts,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            connectTimeout: patience.startMs,
            provider: playwright({
              // A click that finds nothing to click says what stood in its way.
              actionTimeout: patience.waitMs,
              launchOptions: {
                executablePath: chromiumPath(),
                args: chromiumSwitches,
                timeout: patience.startMs,
              },
              // Without motion nothing moves under a click.
              contextOptions: { locale: 'en-GB', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          ...mostlyWaiting,
          pool,
          include: ['e2e/**/*.test.ts'],
          globalSetup: [ensureChromium, 'e2e/global-setup.ts'],
          setupFiles: ['e2e/failure-report.ts'],
          ...timeouts,
        },
      },
    ],
  },
})
