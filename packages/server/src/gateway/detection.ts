import type { Socket } from 'node:net'
import { detectProtocol } from '@trackway/protocols/detect.ts'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { bounds, type CloseReason, type Times } from './bounds.ts'
import { countClosed } from './metrics.ts'
import type { OpenConnection, SessionContext } from './session-context.ts'

type OnDetected = (detection: Detection, socket: Socket, protocol: Protocol<unknown>, head: Buffer) => void

/** A connection at the detecting port, until its first bytes have shown its protocol. */
export class Detection implements OpenConnection {
  readonly address: string
  readonly inFlight = 0
  readonly #socket: Socket
  readonly #openTime: number
  readonly #onDetected: OnDetected
  readonly #onClosed: (detection: Detection) => void
  #head = Buffer.alloc(0)

  constructor(
    socket: Socket,
    { now }: Pick<SessionContext, 'now'>,
    onDetected: OnDetected,
    onClosed: (detection: Detection) => void,
  ) {
    this.#socket = socket
    this.#openTime = now()
    this.#onDetected = onDetected
    this.#onClosed = onClosed
    this.address = socket.remoteAddress ?? ''
    socket.on('data', this.#receive)
    socket.on('end', this.#ended)
    socket.on('close', this.#ended)
    socket.on('error', ignore)
  }

  tick(now: number, { firstLoginMs }: Times): void {
    if (now - this.#openTime > firstLoginMs) this.close('noLogin')
  }

  stopReading(): void {
    this.#socket.pause()
  }

  close(reason: CloseReason): void {
    this.#removeListeners()
    this.#socket.on('error', ignore)
    this.#socket.destroy()
    countClosed(reason)
    this.#onClosed(this)
  }

  readonly #ended = () => this.close('remote')

  readonly #receive = (chunk: Buffer): void => {
    this.#head = Buffer.concat([this.#head, chunk])
    const detected = detectProtocol(this.#head, protocols)
    if (typeof detected === 'object') {
      this.#removeListeners()
      // Nothing may be read before somebody else listens.
      this.#socket.pause()
      this.#onDetected(this, this.#socket, detected.protocol, this.#head)
    } else if (detected === 'none' || this.#head.length > bounds.detectBytes) this.close('undetected')
  }

  #removeListeners(): void {
    this.#socket.off('data', this.#receive)
    this.#socket.off('end', this.#ended)
    this.#socket.off('close', this.#ended)
    this.#socket.off('error', ignore)
  }
}

const ignore = (): void => {}
