import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRunFolder } from '@trackway/server/testing/run-folder.ts'
import { freePorts, startServerProcess } from '@trackway/server/testing/server-process.ts'
import type { TestProject } from 'vitest/node'
import { buildWebIfNeeded } from '../scripts/build-web.mjs'

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
  const { http: databasePort } = await freePorts()
  const server = await startServerProcess({ dataDir, env: { PG_PORT: String(databasePort) } })
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const databaseUrl = `postgres://trackway:${password}@127.0.0.1:${databasePort}/trackway`
  project.provide('server', { url: server.url, ports: server.ports, databaseUrl })
  return async () => {
    await server.stop()
    await close()
  }
}
