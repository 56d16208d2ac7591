import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, others from 49152): no client takes one
 * of these before the server does, and whoever tries to connect while the server is away does not meet itself.
 */
const [firstPort, lastPort] = [20_000, 32_767]

/** A port of this machine that is free at this moment. */
export async function freePort(first = firstPort, last = lastPort): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if (await isFree(port)) return port
  }
}

export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
