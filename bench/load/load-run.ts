import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serverEnvironment, serverOptions } from '../../scripts/runtime.mjs'
import type { BenchDatabase } from './bench-database.ts'
import type { LoadResult } from './load-generator.ts'
import { cpuOfTree, useOf } from './process-use.ts'

export interface RunResult extends LoadResult {
  perSecond: number
  /** Microseconds of processor time per report. */
  serverMicros: number
  databaseMicros: number
}

export interface BenchServer {
  child: ChildProcess
  port: number
  httpPort: number
}

export type ServerScript = 'bare-process.ts' | 'server-process.ts' | 'threads-process.ts'

const script = (name: string) => join(import.meta.dirname, name)

/** Starts a server script on the database. @returns the child, its port for devices, and the one for viewers */
export async function startServerScript(
  name: ServerScript,
  args: string[],
  execArgv: string[] = [],
): Promise<BenchServer> {
  const child = fork(script(name), args, {
    execArgv: [...serverOptions, ...execArgv],
    env: { ...process.env, ...serverEnvironment },
  })
  const [ports] = (await once(child, 'message')) as [Omit<BenchServer, 'child'>]
  return { child, ...ports }
}

/** Starts the load generator and waits until all its devices are logged in. */
export async function startLoad(
  port: number,
  devices: number,
  mode: string,
  value: number,
  seconds: number,
  first = 0,
) {
  const child = fork(script('load-generator.ts'), [port, devices, mode, value, seconds, first].map(String))
  await once(child, 'message')
  return child
}

/** Lets the load run against a server, and measures both and the database. */
export async function runLoad(
  database: BenchDatabase,
  server: BenchServer,
  load: { devices: number; mode: 'open' | 'closed'; value: number; seconds: number; first?: number },
): Promise<RunResult> {
  const { devices, mode, value, seconds, first } = load
  const generator = await startLoad(server.port, devices, mode, value, seconds, first)
  const exited = once(generator, 'exit')
  const before = await useOf(server.child)
  const databaseBefore = await cpuOfTree(database.pid)
  const [result] = (await once(generator, 'message')) as [LoadResult]
  const after = await useOf(server.child)
  const databaseAfter = await cpuOfTree(database.pid)
  await exited
  // The generator warms up for three seconds that the processor times include.
  const all = result.reports * ((result.seconds + 3) / result.seconds)
  return {
    ...result,
    perSecond: result.reports / result.seconds,
    serverMicros: (after.cpuMicros - before.cpuMicros) / all,
    databaseMicros: (databaseAfter - databaseBefore) / all,
  }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  // An interrupt from the keyboard reaches the child as well.
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
