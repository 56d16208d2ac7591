import { roles } from '@trackway/core/codes/roles.ts'
import type { ExpectedItem } from '@trackway/core/features/jig-results/calls.ts'
import { insertExpectedValues } from '../../features/jig-results/expected-values.ts'
import { insertStation } from '../../features/jig-results/stations.ts'
import { storeResults } from '../../features/jig-results/store-results.ts'
import { type DemoFactory, dayMs } from './demo-factory.ts'
import { type LineBatch, madeTypes, newBatches, registeredBatches } from './line-batches.ts'

/** Where each kind of test is made, by line. */
const stationOf = (line: number, kind: 'serial' | 'gps') =>
  `${line} 号线 ${kind === 'serial' ? '串口测试' : 'GPS 测试'}`
const linesOf = [1, 2]

/** What the jigs measured of all that the factory made, where nothing was measured before. */
export async function ensureJigResults(factory: DemoFactory): Promise<void> {
  const { db } = factory.database
  const { accountId } = factory.scope
  const known = await db
    .selectFrom('jig_results')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  const batches = [...(await registeredBatches(db, accountId)), ...newBatches(factory.now)]
  await db.transaction().execute(async (trx) => {
    await addStations(factory, trx)
    await addExpectedValues(factory, trx)
    for (const [index, batch] of batches.entries()) await storeBatch(factory, trx, batch, index)
  })
}

type Trx = Parameters<typeof storeResults>[0]

/** Nobody has their keys: the demo shows the stations, and an administrator can make others. */
async function addStations({ scope, staff, now }: DemoFactory, trx: Trx): Promise<void> {
  const made = { createdBy: staff[roles.test]!, now: now - 420 * dayMs }
  for (const line of linesOf)
    for (const kind of ['serial', 'gps'] as const)
      await insertStation(trx, scope, { name: stationOf(line, kind), ...made })
}

const between = (code: string, unit: string, low: number, high: number | null = null): ExpectedItem => ({
  code,
  unit,
  low,
  high,
  text: null,
})
const exactly = (code: string, text: string): ExpectedItem => ({
  code,
  unit: '',
  low: null,
  high: null,
  text,
})

/** The limit of the current in sleep was narrowed once. */
const serialItems = (firmware: string, sleepMost: number) => [
  exactly('firmware', firmware),
  between('csq', '', 12, 31),
  between('externalVoltage', 'V', 11, 13),
  between('batteryVoltage', 'V', 3.6, 4.3),
  between('runCurrent', 'mA', 20, 70),
  between('sleepCurrent', 'µA', 10, sleepMost),
  exactly('acc', 'toggled'),
]
const gpsItems = [
  between('satellites', '', 6),
  between('cn0Top4', 'dBHz', 38),
  { ...between('ttff', 's', 0), low: null, high: 60 },
]

async function addExpectedValues({ scope, staff, now }: DemoFactory, trx: Trx): Promise<void> {
  const createdBy = staff[roles.test]!
  for (const { id: deviceType, firmware } of madeTypes) {
    const versions = [
      { kind: 'serial', items: serialItems(firmware, 150), note: '首版', daysAgo: 420 },
      { kind: 'gps', items: gpsItems, note: '首版', daysAgo: 420 },
      { kind: 'serial', items: serialItems(firmware, 120), note: '休眠电流上限收紧到 120 µA', daysAgo: 61 },
    ] as const
    for (const { daysAgo, ...values } of versions)
      await insertExpectedValues(
        trx,
        scope,
        { deviceType, ...values, items: [...values.items] },
        { createdBy, now: now - daysAgo * dayMs },
      )
  }
}

async function storeBatch(
  { scope, now }: DemoFactory,
  trx: Trx,
  batch: LineBatch,
  index: number,
): Promise<void> {
  const results = batch.results.filter(({ testTime }) => testTime < now)
  const line = linesOf[index % linesOf.length]!
  for (const [kind, alike] of Map.groupBy(results, (result) => result.kind)) {
    const received = Math.max(...alike.map(({ testTime }) => testTime)) + 2_000
    const source = {
      accountId: scope.accountId,
      station: stationOf(line, kind),
      now: Math.min(received, now),
    }
    await storeResults(trx, source, alike)
  }
}
