import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @returns where nats-server is; undefined where there is none */
export function natsServerPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))
}

/**
 * Installs Debian's nats-server if there is none.
 * @returns why there still is none; undefined: there is one
 */
export function ensureNatsServer(): string | undefined {
  if (natsServerPath()) return undefined
  if (!existsSync('/usr/bin/apt-get')) return 'nats-server is not installed, and there is no apt-get'
  if (process.getuid?.() !== 0) return 'nats-server is not installed, and only root may install it'
  console.log('Installing nats-server…')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (apt('update')) apt('install', '-y', '--no-install-recommends', 'nats-server')
  return natsServerPath() ? undefined : 'nats-server is not installed, and apt-get could not install it'
}
