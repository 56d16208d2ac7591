import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aptInstall, mayInstall } from '../../../../scripts/apt.mjs'
import { patience } from './patience.ts'
import { ownPort } from './run-folder.ts'

/** Why the tests that need a NATS server cannot run here; undefined: they can. */
export const whyNoNats: string | undefined = ensureNatsServer()

/** A real nats-server on a free port, which it keeps over restarts. */
export class TestNatsServer {
  readonly port: number
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<TestNatsServer> {
    const server = new TestNatsServer(await ownPort())
    await server.start()
    return server
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const child = spawn(natsServerPath()!, ['-a', '127.0.0.1', '-p', String(this.port)], { stdio: 'ignore' })
    this.#child = child
    const until = Date.now() + patience.startMs
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > until) throw new Error('nats-server did not start')
      await sleep(20)
    }
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1')
      socket.once('connect', () => socket.destroy())
      socket.once('error', () => {})
      socket.once('close', (hadError) => resolve(!hadError))
    })
  }
}

/** @returns where nats-server is; undefined where there is none */
function natsServerPath(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))
}

/**
 * Installs Debian's nats-server if there is none.
 * @returns why there still is none; undefined: there is one
 */
function ensureNatsServer(): string | undefined {
  if (natsServerPath()) return undefined
  if (!mayInstall()) return 'nats-server is not installed, and only root on Debian may install it'
  aptInstall('nats-server')
  return natsServerPath() ? undefined : 'nats-server is not installed, and apt-get could not install it'
}
