import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface ReverseProxy {
  /** Where it serves the product, with a slash at its end. */
  url: string
  /** What was requested outside that path, by anything in the browser: pages, workers, frames, icons. */
  outside: string[]
  stop(): void
}

/**
 * A web server that serves the product under a path, as Caddy and nginx do: everything else on it is somebody else's.
 * @param strips does the product get the path without the prefix?
 */
export async function startReverseProxy(
  prefix: string,
  { strips, port = 0 }: { strips: boolean; port?: number },
): Promise<ReverseProxy & { leadTo(target: string): void }> {
  const outside: string[] = []
  let target = new URL('http://127.0.0.1:1')
  const pathOf = ({ url = '/' }: IncomingMessage) => {
    if (url.startsWith(`${prefix}/`)) return strips ? url.slice(prefix.length) : url
    outside.push(url)
    return null
  }
  const headersOf = ({ headers, socket }: IncomingMessage) => ({
    ...headers,
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-proto': 'http',
  })
  const server = createServer((incoming, outgoing) => {
    const path = pathOf(incoming)
    if (path === null) return void outgoing.writeHead(404).end('the site of somebody else')
    const { method } = incoming
    const { hostname, port } = target
    const passed = request({ hostname, port, path, method, headers: headersOf(incoming) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.once('error', () => outgoing.destroy())
    outgoing.once('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', (incoming, socket, head) => {
    const path = pathOf(incoming)
    if (path === null) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    const passed = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}\r\n`)
      passed.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      passed.write(head)
      socket.pipe(passed).pipe(socket)
    })
    passed.once('error', () => socket.destroy())
    socket.once('error', () => passed.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/`,
    outside,
    leadTo(url) {
      target = new URL(url)
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
