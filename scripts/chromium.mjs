// The browser of the tests: where it is, how it is started, and its installation on Debian if missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
 * @throws {Error} one sentence, where it is missing and can not be installed: the browser tests then fail
 */
export function ensureChromium() {
  if (!existsSync(chromiumPath())) installWithApt()
  if (!existsSync(chromiumPath())) {
    throw new Error('The browser tests need Chromium: install it, or name it in CHROMIUM.')
  }
  return chromiumPath()
}

function installWithApt() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  console.log('Installing Chromium…')
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0
  // Chinese letters are drawn only with a font that has them.
  if (apt('update'))
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk')
}
