import type { Socket } from 'node:net'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import type { Times } from './bounds.ts'
import { Connection } from './connection.ts'
import { Detection } from './detection.ts'
import { RequestServer } from './http/request-server.ts'
import { connectionsOpen, countClosed, countRefused } from './metrics.ts'
import type { OpenConnection, SessionContext } from './session-context.ts'

/** The TCP connections of all ports, so many from each remote address at most. */
export class OpenConnections {
  readonly #context: SessionContext
  readonly #maxPerAddress: number
  readonly #requests: RequestServer
  readonly #connections = new Set<OpenConnection>()
  readonly #byAddress = new Map<string, number>()

  constructor(context: SessionContext, maxPerAddress: number) {
    this.#context = context
    this.#maxPerAddress = maxPerAddress
    this.#requests = new RequestServer(context)
  }

  get count(): number {
    return this.#connections.size
  }

  inFlight(): number {
    let sum = 0
    for (const { inFlight } of this.#connections) sum += inFlight
    return sum
  }

  /** @param protocol of the port; null: the first bytes decide */
  accept(socket: Socket, protocol: Protocol<unknown> | null): void {
    const address = socket.remoteAddress ?? ''
    const count = this.#byAddress.get(address) ?? 0
    if (count >= this.#maxPerAddress) {
      countClosed('addressFull')
      countRefused('addressFull')
      socket.destroy()
      return
    }
    this.#byAddress.set(address, count + 1)
    if (protocol) this.#open(socket, protocol)
    else this.#connections.add(new Detection(socket, this.#context, this.#detected, this.#forget))
    connectionsOpen.set(this.count)
  }

  tick(now: number, times: Times): void {
    for (const connection of this.#connections) connection.tick(now, times)
  }

  stopReading(): void {
    for (const connection of this.#connections) connection.stopReading()
  }

  close(): void {
    for (const connection of [...this.#connections]) connection.close('shutdown')
  }

  #open(socket: Socket, protocol: Protocol<unknown>): void {
    this.#connections.add(
      protocol.readRequest
        ? this.#requests.open(socket, protocol, this.#forget)
        : new Connection(socket, protocol, this.#context, this.#forget),
    )
  }

  readonly #detected = (
    detection: Detection,
    socket: Socket,
    protocol: Protocol<unknown>,
    head: Buffer,
  ): void => {
    this.#connections.delete(detection)
    socket.unshift(head)
    this.#open(socket, protocol)
    socket.resume()
  }

  readonly #forget = (connection: OpenConnection): void => {
    this.#connections.delete(connection)
    connectionsOpen.set(this.count)
    const count = (this.#byAddress.get(connection.address) ?? 1) - 1
    if (count === 0) this.#byAddress.delete(connection.address)
    else this.#byAddress.set(connection.address, count)
  }
}
