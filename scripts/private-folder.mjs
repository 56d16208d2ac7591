// What would stop the embedded PostgreSQL, found out before anything is installed.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * PostgreSQL refuses to run as root, so another user must be able to reach this folder, or the system must have
 * user namespaces (packages/server/src/platform/embedded-postgres/unprivileged.ts).
 * @throws {Error} one sentence, where neither is so
 */
export function assertPostgresCanRun(folder, env) {
  if (process.getuid?.() !== 0 || env.DATABASE_URL) return
  const closed = privateFolderOf(folder)
  if (closed === null || spawnSync('unshare', ['--user', 'true']).status === 0) return
  throw new Error(
    `PostgreSQL can not run as root, and no other user can enter ${closed}: move Trackway out of it (to /opt, say), open it with chmod o+x ${closed}, start as another user, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** @returns the first folder on the way down to this one that others may not enter, or null */
export function privateFolderOf(folder) {
  const path = resolve(folder)
  const above = path === dirname(path) ? null : privateFolderOf(dirname(path))
  return above ?? ((statSync(path).mode & 0o001) === 0 ? path : null)
}
