import { livePath } from '@trackway/core/api/live.ts'
import { readUpdates } from '@trackway/core/live-record/live-updates.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import type { BenchDatabase } from './bench-database.ts'

const firstAccount = 1001

interface Received {
  time: number
  delayMs: number
}

interface Watching {
  /** Ends it. @returns for every update received since then how long ago its frame had come in, in ms */
  close(since: number): number[]
}

/** Gives all devices to so many accounts, evenly, and watches each over a live connection of its own. */
export async function watchDevices(
  database: BenchDatabase,
  port: number,
  viewers: number,
): Promise<Watching> {
  await database.pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select n, 1, '/1/' || n || '/', 'viewer' || n, '', 3, 0 from generate_series($1::int4, $1 + $2::int4 - 1) n`,
    [firstAccount, viewers],
  )
  await database.pool.query('update devices set account_id = $1::int4 + id % $2::int4', [
    firstAccount,
    viewers,
  ])
  const received: Received[] = []
  const sockets: WebSocket[] = []
  for (let viewer = 0; viewer < viewers; viewer++) {
    const accountId = firstAccount + viewer
    const token = await openSession(database.db, { accountId, isLong: false, now: Date.now() })
    sockets.push(await watch(port, token, received))
  }
  return {
    close(since) {
      for (const socket of sockets) socket.close()
      return received.filter(({ time }) => time >= since).map(({ delayMs }) => delayMs)
    },
  }
}

async function watch(port: number, token: string, received: Received[]): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: 'watch', token }))
    socket.onmessage = resolve
    socket.onerror = reject
  })
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') return
    const { states } = readUpdates(new Uint8Array(data))!
    const time = Date.now()
    for (const { stateTime } of states) received.push({ time, delayMs: time - stateTime! })
  }
  return socket
}
