// Installing what the tests need on Debian.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const tries = 5
const pauseMs = 10_000

/** Is this a system that we may install packages on? */
export function mayInstall() {
  return existsSync('/usr/bin/apt-get') && process.getuid?.() === 0
}

/**
 * Installs packages. A fresh machine may be installing its own at the same time, and a mirror may stumble: then it
 * waits, and tries again some times.
 * @returns whether they are there now
 */
export function aptInstall(...packages) {
  console.log(`Installing ${packages.join(', ')}…`)
  for (let count = 1; ; count++) {
    // A list that cannot be renewed may still be good enough.
    apt('update')
    if (apt('install', '-y', '--no-install-recommends', ...packages)) return true
    if (count === tries) return false
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
}

function apt(...args) {
  const patient = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  const { status } = spawnSync('apt-get', ['-qq', ...patient, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}
