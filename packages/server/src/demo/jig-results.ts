import { lineResults } from '@trackway/simulator/jig/jig.ts'
import { storeResults } from '../features/jig-results/store-results.ts'
import type { Db } from '../platform/database/database.ts'

const dayMs = 86_400_000
const batchDays = [6, 4, 2, 1]
const devicesPerBatch = 150
const stations = ['1号线 工位1', '1号线 工位2', '2号线 工位1']

/** What the jigs of the demo's factory measured in the last days, where nothing was measured before. */
export async function ensureJigResults(db: Db, accountId: number, now: number): Promise<void> {
  const known = await db
    .selectFrom('jig_results')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  await db
    .insertInto('expected_values')
    .values({
      account_id: accountId,
      device_type_id: 15,
      kind: 'serial',
      version: 1,
      items: JSON.stringify({
        items: [
          { code: 'firmware', unit: '', low: null, high: null, text: 'V1.2.4' },
          { code: 'csq', unit: '', low: 12, high: 31, text: null },
          { code: 'externalVoltage', unit: 'V', low: 11, high: 13, text: null },
          { code: 'runCurrent', unit: 'mA', low: 20, high: 70, text: null },
          { code: 'sleepCurrent', unit: 'µA', low: 10, high: 120, text: null },
        ],
      }),
      note: '首版',
      create_time: now - 30 * dayMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [index, days] of batchDays.entries()) {
    const startTime = now - days * dayMs
    const results = lineResults({
      firstSerial: 1 + index * devicesPerBatch,
      devices: devicesPerBatch,
      batch: `GW${new Date(startTime).toISOString().slice(5, 10).replace('-', '')}`,
      deviceType: 15,
      startTime,
      secondsPerDevice: 60,
      failing: 0.06,
      seed: index + 1,
    })
    const byStation = Map.groupBy(results, ({ slot }) => stations[Number(slot) % stations.length]!)
    for (const [station, part] of byStation)
      await db
        .transaction()
        .execute((trx) =>
          storeResults(trx, { accountId, station, now: now - days * dayMs + dayMs / 2 }, part),
        )
  }
}
