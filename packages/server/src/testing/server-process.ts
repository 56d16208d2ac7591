import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { protocols } from '@trackway/protocols/registry.ts'
import { portSetting } from '../platform/settings/config.ts'
import { patience } from './patience.ts'
import { compiled, ownPort } from './run-folder.ts'

/** The password of `admin` on every server that tests start. */
export const testAdminPassword = 'admin-of-the-tests'

export interface ServerProcess {
  pid: number
  url: string
  ports: { detect: number; gt06: number; jt808: number }
  /** Everything printed so far. */
  output(): string
  /** @returns the exit code, or the signal that ended it */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

interface Options {
  dataDir: string
  env?: Record<string, string>
  args?: string[]
  /** Taken again by a restart, so that devices find the server where it was. */
  ports?: ServerProcess['ports'] & { http: number }
  /** A command that becomes the server, whose own command line follows it. */
  through?: readonly string[]
}

const main = join(import.meta.dirname, '..', 'main.ts')

/** Starts the real server as a process of its own and waits until it reports that it is ready. */
export async function startServerProcess(options: Options): Promise<ServerProcess> {
  const ports = options.ports ?? (await freePorts())
  const { child, output } = spawnServer({ ...options, ports })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output()}`)), patience.startMs)
    child.stdout?.on('data', () => {
      if (!output().includes('Trackway is ready.')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code}:\n${output()}`))
    })
  })
  return {
    pid: child.pid!,
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    output,
    stop: (signal = 'SIGTERM') => ended(child, signal),
  }
}

/**
 * Runs a server that is expected to refuse its start, or is stopped after a while.
 * @returns what it printed, and its exit code
 */
export async function runServerToItsEnd(
  options: Options & { stopAfterMs?: number },
): Promise<{ output: string; code: number | null }> {
  const { child, output } = spawnServer({ ...options, ports: options.ports ?? (await freePorts()) })
  const timer = setTimeout(() => child.kill('SIGKILL'), patience.startMs)
  if (options.stopAfterMs !== undefined) setTimeout(() => child.kill('SIGTERM'), options.stopAfterMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return { output: output(), code }
}

function spawnServer({ dataDir, env = {}, args = [], ports, through = [] }: Options): {
  child: ChildProcess
  output(): string
} {
  let printed = ''
  const [command, ...rest] = [...through, process.execPath, main, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    env: {
      PATH: process.env.PATH,
      // However many cores there are.
      GATEWAY_THREADS: '0',
      NODE_COMPILE_CACHE: compiled,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: testAdminPassword,
      PORT: String(ports?.http),
      GATEWAY_PORT: String(ports?.detect),
      // A protocol without a port in these tests is switched off, so that servers do not meet.
      ...Object.fromEntries(
        protocols.map(({ name }) => [portSetting(name), String(ports?.[name as 'gt06' | 'jt808'] ?? 0)]),
      ),
      ...env,
    },
    // The channel shows the server when the test process has ended: then it stops by itself.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk
    })
  }
  return { child, output: () => printed }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.exitCode ?? child.signalCode)
  return new Promise((resolve) => {
    child.once('exit', (code, by) => resolve(code ?? by))
    child.kill(signal)
  })
}

/** Ports for a server, which nobody else in this test run gets. */
export async function freePorts(): Promise<NonNullable<Options['ports']>> {
  return { http: await ownPort(), detect: await ownPort(), gt06: await ownPort(), jt808: await ownPort() }
}
