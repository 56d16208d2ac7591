import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunFolder, ownPort } from '@trackway/server/testing/run-folder.ts'
import { startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { TestProject } from 'vitest/node'
import { buildWebIfNeeded } from '../scripts/build-web.mjs'

/** Of its log, at the end of the run. */
const shownErrors = 20

interface RunningServer {
  url: string
  ports: { detect: number; gt06: number; jt808: number }
  /** For what no call of the API can set. */
  databaseUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    server: RunningServer
  }
}

/** One server with an empty database for all files; each file works with accounts and devices of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWebIfNeeded()
  const close = openRunFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'trackway-e2e-'))
  const databasePort = await ownPort()
  const server = await startServerProcess({ dataDir, env: { PG_PORT: String(databasePort) } })
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const databaseUrl = `postgres://trackway:${password}@127.0.0.1:${databasePort}/trackway`
  project.provide('server', { url: server.url, ports: server.ports, databaseUrl })
  return async () => {
    await server.stop()
    const errors = server
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
    if (errors.length > 0)
      console.log(['The server logged errors:', ...errors.slice(-shownErrors)].join('\n  '))
    await close()
  }
}
