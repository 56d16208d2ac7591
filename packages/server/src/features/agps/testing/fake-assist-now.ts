import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server of a provider does next; without a plan it sends its data. */
export type NextAnswer =
  | { status: number; retryAfterS?: number }
  /** Half of the data, and the connection is gone. */
  | 'cut'
  | { body: Buffer }

export interface FakeProvider {
  url: string
  /** Addresses that were requested. */
  requests: URL[]
  next: NextAnswer[]
  /** Chipcodes that its plan covers. */
  chipcodes: Set<string>
  data: Buffer
  stop(): Promise<void>
}

/**
 * A provider of A-GPS data as AssistNow documents itself: names are case-sensitive, a chipcode outside the plan is
 * answered 403 with an empty body, too many requests 429.
 */
export async function startFakeProvider(): Promise<FakeProvider> {
  const fake: Omit<FakeProvider, 'url' | 'stop'> = {
    requests: [],
    next: [],
    chipcodes: new Set(),
    data: Buffer.alloc(0),
  }
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider')
    fake.requests.push(url)
    const next = fake.next.shift()
    if (next === 'cut') {
      response.writeHead(200, { 'content-length': fake.data.length })
      response.write(fake.data.subarray(0, fake.data.length / 2), () => response.socket?.destroy())
      return
    }
    if (next !== undefined && 'status' in next) {
      response.writeHead(
        next.status,
        next.retryAfterS === undefined ? {} : { 'retry-after': String(next.retryAfterS) },
      )
      response.end()
      return
    }
    if (url.pathname === '/GetAssistNowData.ashx') {
      const isKnown = fake.chipcodes.has(url.searchParams.get('chipcode') ?? '')
      if (!isKnown || url.searchParams.get('gnss') === null || url.searchParams.get('data') === null) {
        response.writeHead(403).end()
        return
      }
    }
    const body = next?.body ?? fake.data
    response.writeHead(200, { 'content-type': 'application/ubx', 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
