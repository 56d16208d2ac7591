import { livePath } from '@trackway/core/live/live.ts'
import { readUpdates } from '@trackway/core/live/live-updates.ts'
import { openSession } from '@trackway/server/features/accounts/sessions.ts'
import type { BenchDatabase } from './bench-database.ts'

/** The accounts that own the devices have the ids from this one on. */
export const firstOwner = 1001

/** What all viewers together received. */
export interface Received {
  bytes: number
  messages: number
  states: number
  /** Of each state, how long ago the server had it. */
  delaysMs: number[]
}

export const nothingReceived = (): Received => ({ bytes: 0, messages: 0, states: 0, delaysMs: [] })

export async function addOwners({ pool }: BenchDatabase, owners: number): Promise<void> {
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select n, 1, '/1/' || n || '/', 'viewer' || n, '', 3, 0 from generate_series($1::int4, $1 + $2::int4 - 1) n`,
    [firstOwner, owners],
  )
}

/** Watches over so many live connections, which the owners share evenly. @returns what ends them */
export async function watchDevices(
  database: BenchDatabase,
  { port, viewers, owners }: { port: number; viewers: number; owners: number },
  received: Received,
): Promise<() => void> {
  const sockets: WebSocket[] = []
  for (let viewer = 0; viewer < viewers; viewer++) {
    const accountId = firstOwner + (viewer % owners)
    const token = await openSession(database.db, { accountId, isLong: false, now: Date.now() })
    sockets.push(await watch(port, token, received))
  }
  return () => {
    for (const socket of sockets) socket.close()
  }
}

async function watch(port: number, token: string, received: Received): Promise<WebSocket> {
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
    received.bytes += data.byteLength
    received.messages++
    received.states += states.length
    const time = Date.now()
    for (const { stateTime } of states) received.delaysMs.push(time - stateTime!)
  }
  return socket
}
