/**
 * A sheet of new devices through the calls and the job of the product: from the first byte sent to the last row
 * written, and the processor time of server (which checks, stores and writes them) and database for it, after a small
 * sheet that warms both up. Beside 100,000 devices that are there already; every row has a type, a name, a plate, a SIM,
 * an ICCID and an end. `--rows 50000`, `--devices 100000`, `--rounds 3`.
 */
import type { ImportRecord } from '@trackway/core/features/imports/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { luhnDigit } from '@trackway/core/rules/validation.ts'
import { importHandlers } from '@trackway/server/features/imports/calls.ts'
import { runNextImport } from '@trackway/server/features/imports/run-import.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { createLog } from '@trackway/server/platform/log.ts'
import { callsAs, serveHere, urlOf } from './load/ask.ts'
import { openBenchDatabase } from './load/bench-database.ts'
import { readOptions } from './load/figures.ts'
import { cpuOfTree } from './load/process-use.ts'

const firstImei = 35_000_000_000_000
const { rows, devices, rounds } = readOptions({ rows: 50_000, devices: 100_000, rounds: 3 })
const warmUp = 1_000
const database = await openBenchDatabase(devices)
try {
  await database.pool.query('vacuum analyze devices')
  const log = createLog('warn')
  const http = await serveHere(database, importHandlers)
  const call = await callsAs(urlOf(http.port), database, 1)
  const job = { db: database.db, bus: createLocalBus(log), log, now: Date.now }
  let next = devices
  const importSheet = async (count: number) => {
    const sheet = Array.from({ length: count }, (_, index) => aRow(next + index))
    next += count
    const own = process.cpuUsage()
    const ofDatabase = await cpuOfTree(database.pid)
    const { ms, data } = await call<{ jobId: number }>(importCalls.start, {
      kind: 'deviceImport',
      rows: sheet,
    })
    const begin = performance.now()
    await runNextImport(job)
    const jobMs = performance.now() - begin
    const { user, system } = process.cpuUsage(own)
    const databaseMicros = (await cpuOfTree(database.pid)) - ofDatabase
    const { data: record } = await call<ImportRecord>(importCalls.find, { jobId: data.jobId })
    if (record.done !== count) throw new Error(`${record.done} of ${count} rows were written`)
    return {
      'accepted, ms': Math.round(ms),
      'written, ms': Math.round(jobMs),
      'server, ms': Math.round((user + system) / 1000),
      'database, ms': Math.round(databaseMicros / 1000),
    }
  }
  await importSheet(warmUp)
  const figures = []
  for (let round = 0; round < rounds; round++) figures.push(await importSheet(rows))
  console.table(figures)
  await http.close()
} finally {
  await database.drop()
}

function aRow(index: number): ImportCells {
  return {
    terminalID: anImei(index),
    deviceType: 'Gt06',
    nickname: `Van ${index}`,
    carNumber: `BE ${index}`,
    sim: String(13_000_000_000 + index),
    iccid: String(8_986_000_000_000_000_000n + BigInt(index)),
    platformExpireTime: '2030-12-31',
  }
}

/** With its check digit: then its device is found by every way that IMEIs are told in. */
function anImei(index: number): string {
  const digits = String(firstImei + index)
  return digits + luhnDigit(digits)
}
