/**
 * API and live connection alone, as a process of its own: `database-url`. Tells its port, its use on request,
 * and puts `{ changed: ids }` on its bus as ingest does after a commit.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createAuthenticate } from '@trackway/server/features/accounts/sessions.ts'
import { allHandlers } from '@trackway/server/features/all.ts'
import { createLive } from '@trackway/server/live/live.ts'
import { createLocalBus } from '@trackway/server/platform/bus.ts'
import { openDatabase } from '@trackway/server/platform/database.ts'
import { startHttp } from '@trackway/server/platform/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { answerUse } from './process-use.ts'

const database = openDatabase(process.argv[2]!, 16)
const bus = createLocalBus()
const log = createLog('warn')
const live = createLive({ database, bus, log })
const http = await startHttp({
  config: { http: { port: 0, host: '127.0.0.1', trustProxy: false } },
  database,
  bus,
  log,
  authenticate: createAuthenticate({ database, bus }),
  handlers: allHandlers,
  mount: [live.mount],
  requestsPerMinute: 1_000_000,
})
const stalls = monitorEventLoopDelay({ resolution: 1 })
stalls.enable()
answerUse()
process.on('message', (message: 'stall' | { changed: number[] }) => {
  if (message === 'stall') {
    process.send?.({ stallMs: stalls.max / 1e6 })
    stalls.reset()
  } else if (typeof message === 'object') {
    bus.publish('device.changed', { deviceIds: Int32Array.from(message.changed), time: Date.now() })
  }
})
process.send?.({ port: http.port })
// Without its parent nobody wants it any more.
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', async () => {
  await live.close()
  await http.close()
  await database.close()
  process.exit(0)
})
