import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentOf, readHeader, standardFraming } from '@trackway/protocols/jt808/envelope.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { fetchFirmware } from '@trackway/simulator/device/fetch-firmware.ts'
import { createJt808Speaker } from '@trackway/simulator/device/jt808-speaker.ts'
import type { UpgradeOptions } from '@trackway/simulator/device/jt808-upgrade.ts'
import type { ServerMessage } from '@trackway/simulator/device/speaker.ts'

const upgradeId = 0x8108

/** An 808 device that takes firmware, restarts, and connects again whenever its connection is lost. */
export class UpgradingDevice {
  readonly speaker: ReturnType<typeof createJt808Speaker>
  /** All messages it received, in hex: by their number, the parts of files by number and part as well. */
  readonly received = new Map<string, Set<string>>()
  /** How many parts came, those that were lost too. */
  parts = 0
  connections = 0
  /** Serials of all that were no parts. */
  readonly serials: number[] = []
  /** Called with the frame of each part. */
  onPart: () => void = () => {}
  readonly terminalId: string
  readonly #port: () => number
  readonly #restartMs: number
  #socket: Socket | null = null
  #isStopped = false

  constructor(
    port: number | (() => number),
    {
      terminalId,
      upgrades = {},
      restartMs = 30,
    }: { terminalId: string; upgrades?: UpgradeOptions; restartMs?: number },
  ) {
    this.#port = typeof port === 'number' ? () => port : port
    this.#restartMs = restartMs
    this.terminalId = terminalId
    this.speaker = createJt808Speaker({ terminalId, plate: '', upgrades })
    this.#connect()
  }

  get taker() {
    return this.speaker.taker
  }

  hangUp(): void {
    this.#socket?.destroy()
  }

  /** Sends something that the platform answers. */
  heartbeat(): void {
    this.#socket?.write(this.speaker.heartbeat({ fixTime: null, fix: 'none' }).bytes)
  }

  stop(): void {
    this.#isStopped = true
    this.#socket?.destroy()
  }

  #connect(): void {
    if (this.#isStopped) return
    const socket = connect({ port: this.#port(), host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('connect', () => {
      this.connections++
      socket.write(this.speaker.greet().bytes)
    })
    socket.on('data', (chunk: Buffer) => {
      this.#note(chunk)
      for (const message of this.speaker.receive(chunk)) this.#handle(message, socket)
    })
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      void sleep(this.#restartMs).then(() => this.#connect())
    })
  }

  #rest: Buffer = Buffer.alloc(0)

  #note(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const open = this.#rest.indexOf(0x7e)
      const close = open < 0 ? -1 : this.#rest.indexOf(0x7e, open + 1)
      if (close < 0) return
      const frame = this.#rest.subarray(open, close + 1)
      this.#rest = this.#rest.subarray(close + 1)
      const content = contentOf(frame, standardFraming)
      const header = content && readHeader(content, standardFraming)
      if (!header || typeof header === 'string') continue
      const isPart = header.id === upgradeId
      const key = isPart ? `part ${header.parts?.number ?? 1}` : header.id.toString(16)
      this.received.set(key, (this.received.get(key) ?? new Set()).add(toHex(frame)))
      if (isPart) {
        this.parts++
        this.onPart()
      } else this.serials.push(header.serial)
    }
  }

  #handle(message: ServerMessage, socket: Socket): void {
    if (message.kind === 'proceed') socket.write(message.sent.bytes)
    else if (message.kind === 'refused') socket.destroy()
    else if (message.kind === 'restart') {
      if (message.sent) socket.write(message.sent.bytes)
      if (!message.comesBack) this.#isStopped = true
      socket.end()
    } else if (message.kind === 'fetch') {
      socket.write(message.sent.bytes)
      void fetchFirmware(message.url)
        .catch(() => null)
        .then((bytes) => this.#handle(this.speaker.fetched!(bytes), this.#socket!))
    }
  }
}
