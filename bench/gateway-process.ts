/** Gateway and ingest alone, as a process of its own: `database-url`. Tells its port, and its use on request. */
import { createRegistry } from '@trackway/server/features/devices/registry.ts'
import { anyPort, startGateway } from '@trackway/server/gateway/gateway.ts'
import { startIngest } from '@trackway/server/ingest/ingest.ts'
import { createLocalBus } from '@trackway/server/platform/bus.ts'
import { openDatabase } from '@trackway/server/platform/database.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { answerUse } from './process-use.ts'

const database = openDatabase(process.argv[2]!, 16)
const bus = createLocalBus()
const log = createLog('warn')
const registry = createRegistry({ database, bus })
const ingest = startIngest({ database, bus, log })
const gateway = await startGateway({
  config: {
    host: '127.0.0.1',
    registerUnknown: false,
    ports: { detect: 0, gt06: anyPort, jt808: 0 },
    maxConnectionsPerAddress: 50_000,
    firstLoginMs: 30_000,
    idleTimeoutMs: 900_000,
  },
  ingest,
  registry,
  database,
  bus,
  log,
  name: 'bench',
})
answerUse()
process.send?.({ port: gateway.ports.gt06 })
process.on('SIGTERM', async () => {
  await gateway.close()
  await ingest.close()
  await database.close()
  process.exit(0)
})
