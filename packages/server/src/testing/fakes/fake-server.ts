import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request, and the answer to it. */
export interface Request {
  path: string
  method: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** `cut`: the connection is cut after the request; `hang`: nothing is answered until the server stops. */
export type Script = Answer | 'cut' | 'hang' | ((request: Request) => Promise<Answer | 'cut'>)

export interface FakeServer {
  url: string
  requests: Request[]
  /** What the next requests are answered, in their order; afterwards each as at first. */
  next: Script[]
  stop(): Promise<void>
}

/**
 * A server on this machine that keeps what it gets and answers as set up.
 * @param watch is shown each request, and throws for a malformed one: then the test fails
 */
export async function startFakeServer(
  usual: Script,
  watch: (request: Request) => void = () => {},
): Promise<FakeServer> {
  const requests: Request[] = []
  const next: Script[] = []
  const server: Server = createServer(async (incoming, response) => {
    const { url: path = '', method = '', headers } = incoming
    const request = { path, method, headers, body: await buffer(incoming) }
    requests.push(request)
    watch(request)
    const script = next.shift() ?? usual
    if (script === 'hang') return
    const answer = typeof script === 'function' ? await script(request) : script
    if (answer === 'cut') incoming.socket.destroy()
    else response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
