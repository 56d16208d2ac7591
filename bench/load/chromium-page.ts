import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { build, preview } from 'vite'
import { chromiumSwitches, ensureChromium } from '../../scripts/chromium.mjs'

/** Builds the site in a folder, serves it, and hands over an empty page of a real Chromium and the address. */
export async function withPage(
  root: string,
  viewport: { width: number; height: number },
  act: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const outDir = mkdtempSync(join(tmpdir(), 'trackway-page-'))
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const server = await preview({ root, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumSwitches })
  try {
    await act(await browser.newPage({ viewport }), server.resolvedUrls!.local[0]!)
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true })
  }
}
