// The browser of the tests: where it is, how it is started, and its installation on Debian if missing.
import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt.mjs'

/** Without what only people need, it takes half of the processor time. */
const shellPath = '/usr/bin/chromium-headless-shell'
const places = [
  process.env.CHROMIUM,
  shellPath,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Nothing of the browser's own may go to the network; as root it has no sandbox. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns the path of a Chromium or Chrome, or where `ensureChromium` would put it */
export function chromiumPath() {
  return places.find((path) => path && existsSync(path)) ?? shellPath
}

/**
 * Installs Chromium if there is none.
 * @returns its path
 * @throws {Error} one sentence, where it is missing and cannot be installed: the browser tests then fail
 */
export function ensureChromium() {
  // Chinese letters are drawn only with a font that has them.
  if (!existsSync(chromiumPath()) && mayInstall()) aptInstall('chromium-headless-shell', 'fonts-noto-cjk')
  if (!existsSync(chromiumPath())) {
    throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM.')
  }
  return chromiumPath()
}
