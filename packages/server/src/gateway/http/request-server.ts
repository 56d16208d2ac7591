import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { maxHeadBytes } from '@trackway/protocols/wire/http/request-text.ts'
import type { SessionContext } from '../session-context.ts'
import { RequestConnection } from './request-connection.ts'
import { RequestIntake } from './request-intake.ts'

/** Status of the answer to a request that `node:http` cannot read; anything else is 400. */
const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}
/** The client is gone, or went amid a request. */
const disconnectCodes = ['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']

/** Reads requests off the connections that are handed to it. It listens at no port itself: bounds come before it. */
export class RequestServer {
  readonly #context: SessionContext
  readonly #intake: RequestIntake
  readonly #server: Server
  readonly #connections = new WeakMap<object, RequestConnection>()

  constructor(context: SessionContext) {
    this.#context = context
    this.#intake = new RequestIntake(context)
    this.#server = createServer(
      // Devices leave out `Host`. All times are looked after by the connections, once a second.
      {
        maxHeaderSize: maxHeadBytes,
        requireHostHeader: false,
        requestTimeout: 0,
        headersTimeout: 0,
        keepAliveTimeout: 0,
      },
      (request, response) => this.#connections.get(request.socket)?.receive(request, response),
    )
    // One who sends and hangs up at once still gets everything taken, and answered.
    Object.assign(this.#server, { httpAllowHalfOpen: true })
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const connection = this.#connections.get(socket)
      if (disconnectCodes.includes(error.code ?? '')) connection?.close('remote')
      else connection?.refuseRest(statusOf[error.code ?? ''] ?? 400)
    })
  }

  /** @param protocol over HTTP */
  open(
    socket: Socket,
    protocol: Protocol<unknown>,
    onClosed: (connection: RequestConnection) => void,
  ): RequestConnection {
    const connection = new RequestConnection(socket, protocol, this.#context, this.#intake, onClosed)
    this.#connections.set(socket, connection)
    this.#server.emit('connection', socket)
    // `node:http` resumes the socket after each request, and reads on a tick later, whoever paused it meanwhile.
    socket.on('resume', () => {
      if (connection.isHeldBack) socket.pause()
      if (socket.isPaused()) socket.emit('pause')
    })
    return connection
  }
}
