/** Threads that serve devices at one port, as a process of its own: `database-url threads`. Sends its port, and its use of resources. */
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { freePort } from '@trackway/server/platform/embedded-postgres/free-port.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { startGatewayThreads } from '@trackway/server/start/gateway-threads.ts'
import { answerUse } from './process-use.ts'

const log = createLog('warn')
const port = await freePort()
const threads = await startGatewayThreads(Number(process.argv[3]), {
  work: {
    config: {
      gateway: {
        host: '127.0.0.1',
        registerUnknown: false,
        ports: { detect: 0, gt06: port },
        maxConnectionsPerAddress: 50_000,
        firstLoginMs: 30_000,
        idleTimeoutMs: 900_000,
      },
      commitGatherMs: 15,
      expiredDaysKept: 90,
      files: null,
      logLevel: 'warn',
    },
    name: 'bench',
    databaseUrl: process.argv[2]!,
    secretKeys: [Buffer.alloc(32), null],
  },
  bus: createLocalBus(log),
  log,
})
answerUse()
process.send?.({ port, httpPort: 0 })
// Without its parent it is of no use any more.
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', async () => {
  await threads.close()
  process.exit(0)
})
