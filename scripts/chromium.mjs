// Where the browser of the e2e tests is; on Debian it is installed if missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './runtime.mjs'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @returns the path of a Chromium or Chrome; ends the command with one sentence if there is none */
export function chromium() {
  const find = () => places.find((path) => path && existsSync(path))
  return (
    find() ??
    (installWithApt() && find()) ??
    fail('The browser tests need Chromium: install it, or name it in CHROMIUM.')
  )
}

function installWithApt() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  console.log('Installing Chromium…')
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const apt = (...args) => spawnSync('apt-get', ['-qq', ...args], options).status === 0
  // Chinese letters are drawn only with a font that has them.
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
}
