import type { Socket } from 'node:net'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { Connection, type Times } from './connection.ts'
import { connectionsOpen, countClosed } from './metrics.ts'
import type { SessionContext } from './session-context.ts'

/** The TCP connections of all ports, so many from each remote address at most. */
export class OpenConnections {
  readonly #context: SessionContext
  readonly #maxPerAddress: number
  readonly #connections = new Set<Connection>()
  readonly #byAddress = new Map<string, number>()

  constructor(context: SessionContext, maxPerAddress: number) {
    this.#context = context
    this.#maxPerAddress = maxPerAddress
  }

  get count(): number {
    return this.#connections.size
  }

  inFlight(): number {
    return [...this.#connections].reduce((sum, connection) => sum + connection.inFlight, 0)
  }

  /** @param protocol of the port; null: the first bytes tell */
  accept(socket: Socket, protocol: Protocol<unknown> | null): void {
    const address = socket.remoteAddress ?? ''
    const count = this.#byAddress.get(address) ?? 0
    if (count >= this.#maxPerAddress) {
      countClosed('addressFull')
      socket.destroy()
      return
    }
    this.#byAddress.set(address, count + 1)
    this.#connections.add(new Connection(socket, protocol, this.#context, (closed) => this.#forget(closed)))
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

  #forget(connection: Connection): void {
    this.#connections.delete(connection)
    connectionsOpen.set(this.count)
    const count = (this.#byAddress.get(connection.address) ?? 1) - 1
    if (count === 0) this.#byAddress.delete(connection.address)
    else this.#byAddress.set(connection.address, count)
  }
}
