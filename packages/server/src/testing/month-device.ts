import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { Sent, Speaker } from '@trackway/simulator/device/speaker.ts'
import { createSpeaker, type SpokenProtocol } from '@trackway/simulator/device/speakers.ts'
import type { Vehicle } from '@trackway/simulator/driving/characters.ts'

const retryMs = 50
/** A server that is being killed answers nothing. */
const answerTimeoutMs = 20_000

/** Protocols that the month is driven with. */
type MonthProtocol = Extract<SpokenProtocol, 'gt06' | 'jt808'>

/** A device at the other end of a real connection: what it was acknowledged is what must be found again. */
export class MonthDevice {
  readonly terminalId: string
  readonly protocol: MonthProtocol
  /** By their time: the reports that the server acknowledged. */
  readonly acknowledged = new Map<number, Report>()
  /** How often the connection was lost with frames under way. */
  losses = 0
  readonly #speaker: Speaker
  readonly #port: number
  #socket: Socket | null = null
  #waiting: Sent[] = []
  #isCutSoon = false
  #onChange: () => void = () => {}

  constructor(options: { terminalId: string; protocol: MonthProtocol; vehicle: Vehicle; port: number }) {
    this.terminalId = options.terminalId
    this.protocol = options.protocol
    this.#port = options.port
    this.#speaker = createSpeaker(options.protocol, options)
  }

  /**
   * Sends reports and waits until all are acknowledged. What is not acknowledged when the connection is lost is
   * sent again, whether the server has it or not.
   */
  async deliver(reports: readonly Report[], isBuffered = false): Promise<void> {
    for (let rest = reports; rest.length > 0; ) {
      if (this.#socket === null && !(await this.#connect())) {
        await sleep(retryMs)
        continue
      }
      const frames = isBuffered
        ? this.#speaker.backlog(rest)
        : rest.map((report) => this.#speaker.report(report))
      // GT06 acknowledges no positions, but what was sent before a heartbeat.
      this.#waiting = [...frames, this.#speaker.heartbeat(rest.at(-1)!)]
      this.#socket?.write(Buffer.concat(this.#waiting.map(({ bytes }) => bytes)))
      if (this.#isCutSoon) await this.#cut()
      await this.#until(() => this.#waiting.length === 0 || this.#socket === null)
      if (this.#waiting.length > 0) this.losses++
      rest = this.#waiting.flatMap((sent) => sent.reports)
    }
  }

  /** The connection will be lost in the middle of the next delivery. */
  cutSoon(): void {
    this.#isCutSoon = true
  }

  stop(): void {
    this.#socket?.destroy()
  }

  async #cut(): Promise<void> {
    this.#isCutSoon = false
    await sleep(Math.random() * 10)
    this.#socket?.destroy()
  }

  async #connect(): Promise<boolean> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    let isWelcome = false
    socket.on('error', () => {})
    socket.on('connect', () => socket.write(this.#speaker.greet().bytes))
    socket.on('data', (chunk: Uint8Array) => {
      for (const message of this.#speaker.receive(chunk)) {
        if (message.kind === 'welcome') isWelcome = true
        else if (message.kind === 'proceed') socket.write(message.sent.bytes)
        else if (message.kind === 'refused') socket.destroy()
        else if (message.kind === 'acknowledged') this.#acknowledge(message.serial, message.isCumulative)
      }
      this.#onChange()
    })
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      this.#socket = null
      this.#onChange()
    })
    this.#socket = socket
    await this.#until(() => isWelcome || this.#socket === null)
    return isWelcome && this.#socket !== null
  }

  #acknowledge(serial: number, isCumulative: boolean): void {
    const at = this.#waiting.findIndex((sent) => sent.serial === serial && sent.isAnswered)
    if (at < 0) return
    const settled = isCumulative ? this.#waiting.splice(0, at + 1) : this.#waiting.splice(at, 1)
    for (const { reports } of settled) {
      for (const report of reports) {
        if (!this.acknowledged.has(report.fixTime!)) this.acknowledged.set(report.fixTime!, report)
      }
    }
  }

  /** Waits for what the connection brings; a connection that brings nothing for long is given up. */
  async #until(isSo: () => boolean): Promise<void> {
    const timer = setTimeout(() => this.#socket?.destroy(), answerTimeoutMs)
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    }
    clearTimeout(timer)
  }
}
