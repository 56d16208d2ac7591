import { createHash } from 'node:crypto'
import {
  type JigReceipt,
  type JigUpload,
  jigUpload,
  judgedItem,
} from '@trackway/core/features/jig-results/calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'
import { inputIssues } from '../../platform/http/input-issues.ts'
import type { Trx } from '../devices/changes/lock-devices.ts'
import { moveTested } from '../stock/changes.ts'
import { readVersions, versionAt } from './expected-values.ts'
import { correctedTime } from './jig-clock.ts'
import { judge, type Verdict } from './judge.ts'
import { updateUnits } from './units.ts'

/** What was measured, as it is stored beside a result. */
export const measurementsForm = storedForm('jigMeasurements', z.object({ items: z.array(judgedItem) }))

interface UploadSource {
  accountId: number
  /** Name of the station; null: a person. */
  station: string | null
  sentTime?: number | undefined
  now: number
}

/** A result that can be stored, with its verdict. */
interface JudgedResult extends Verdict {
  upload: JigUpload
  digest: Buffer
  unit: string
  typeId: number | null
  time: number
  version: number | null
}

type Issues = NonNullable<JigReceipt['issues']>

/**
 * Stores what a jig uploads, each result once however often it comes, and answers for each in the order sent.
 * @param results as they came: what is not a result is answered as `invalid`
 */
export async function storeResults(
  trx: Trx,
  source: UploadSource,
  results: readonly unknown[],
): Promise<JigReceipt[]> {
  const read = results.map(readResult)
  const uploads = read.flatMap(({ upload }) => upload ?? [])
  const typeIds = await findTypes(trx, uploads)
  const expected = await readVersions(trx, source.accountId, [...new Set(typeIds.values())])
  const judged = read.map(({ upload }): JudgedResult | Issues | null => {
    if (upload === null) return null
    const { deviceType = null, kind, imei, serialNumber, iccid } = upload
    const unit = imei ?? serialNumber ?? iccid
    if (!unit) return [{ path: 'imei', reason: 'required' }]
    const typeId = deviceType === null ? null : typeIds.get(String(deviceType).toLowerCase())
    if (typeId === undefined) return [{ path: 'deviceType', reason: 'unknown' }]
    const time = correctedTime({ ...source, testTime: upload.testTime }, source.now)
    const version = versionAt(expected, typeId, kind, time)
    const digest = createHash('sha256').update(JSON.stringify(upload)).digest()
    const verdict = judge(upload, version?.items ?? null)
    return { upload, digest, unit, typeId, time, version: version?.version ?? null, ...verdict }
  })
  const stored = await insertResults(trx, source, judged.filter(isJudged))
  const seen = new Set<string>()
  return judged.map((result, index): JigReceipt => {
    const resultId = read[index]!.resultId
    if (!isJudged(result)) {
      const issues = result ?? read[index]!.issues
      return { resultId, outcome: 'invalid', pass: null, failures: [], issues }
    }
    const { digest, ...kept } = stored.get(result.upload.resultId)!
    const isNew = kept.isNew && !seen.has(result.upload.resultId)
    seen.add(result.upload.resultId)
    const outcome = isNew ? 'stored' : digest.equals(result.digest) ? 'duplicate' : 'conflicting'
    return { resultId, outcome, pass: kept.isPassed, failures: kept.failures }
  })
}

function isJudged(result: JudgedResult | Issues | null): result is JudgedResult {
  return result !== null && !Array.isArray(result)
}

function readResult(result: unknown): { upload: JigUpload | null; resultId: string | null; issues: Issues } {
  const read = jigUpload.safeParse(result)
  const { resultId } = (result ?? {}) as { resultId?: unknown }
  const shown = typeof resultId === 'string' ? resultId.slice(0, 64) : null
  if (read.success) return { upload: read.data, resultId: shown, issues: [] }
  const issues = inputIssues(read.error, result).map(({ path, reason }) => ({ path, reason }))
  return { upload: null, resultId: shown, issues }
}

/** Ids of the device types that results name, by what they call them in small letters. */
async function findTypes(trx: Trx, uploads: readonly JigUpload[]): Promise<Map<string, number>> {
  const named = [...new Set(uploads.flatMap(({ deviceType }) => deviceType ?? []))].map((name) =>
    String(name).toLowerCase(),
  )
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ named: string; id: number }>`
    select n.named, t.id from unnest(${named}::text[]) as n (named)
    join device_types t on t.id::text = n.named or lower(t.name) = n.named or lower(t.label) = n.named`.execute(
    trx,
  )
  return new Map(rows.map(({ named, id }) => [named, id]))
}

interface StoredResult {
  isNew: boolean
  digest: Buffer
  isPassed: boolean
  failures: string[]
}

/** Inserts those whose number is new. @returns what is stored under the number of each */
async function insertResults(
  trx: Trx,
  { accountId, station, now }: UploadSource,
  results: readonly JudgedResult[],
): Promise<Map<string, StoredResult>> {
  // In one order, for uploads that share numbers wait for each other.
  const unique = new Map(results.toReversed().map((result) => [result.upload.resultId, result]))
  const sorted = [...unique.values()].sort((a, b) => (a.upload.resultId < b.upload.resultId ? -1 : 1))
  if (sorted.length === 0) return new Map()
  const inserted = await trx
    .insertInto('jig_results')
    .values(
      sorted.map(({ upload, digest, unit, typeId, time, version, isPassed, failures }) => ({
        account_id: accountId,
        result_id: upload.resultId,
        digest,
        kind: upload.kind,
        unit,
        imei: upload.imei ?? null,
        serial_number: upload.serialNumber ?? null,
        iccid: upload.iccid ?? null,
        station,
        batch: upload.batch ?? null,
        operator: upload.operator ?? null,
        slot: upload.slot ?? null,
        program: upload.program ?? null,
        device_type_id: typeId,
        test_time: upload.testTime,
        time,
        receive_time: now,
        is_passed: isPassed,
        claimed: upload.pass ?? null,
        expected_version: version,
        claimed_version: upload.expectedVersion ?? null,
        failures,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'result_id']).doNothing())
    .returning(['id', 'result_id as resultId'])
    .execute()
  const fresh = inserted.map(({ id, resultId }) => ({ id, ...unique.get(resultId)! }))
  if (fresh.length > 0) {
    await trx
      .insertInto('jig_measurements')
      .values(
        fresh.map(({ id, items, upload }) => ({
          result_id: id,
          items: JSON.stringify(measurementsForm.write({ items })),
          log: upload.log ?? null,
        })),
      )
      .execute()
    const passed = await updateUnits(
      trx,
      accountId,
      fresh.map(({ id, upload, unit, typeId, time, isPassed }) => ({
        id,
        unit,
        kind: upload.kind,
        time,
        resultId: upload.resultId,
        isPassed,
        imei: upload.imei ?? null,
        serialNumber: upload.serialNumber ?? null,
        iccid: upload.iccid ?? null,
        batch: upload.batch ?? null,
        station,
        typeId,
      })),
    )
    // What the line knows by its IMEI may go on through the stock.
    const operators = new Map(fresh.map(({ unit, upload }) => [unit, upload.operator ?? station]))
    await moveTested(
      trx,
      accountId,
      passed.map((unit) => ({ terminalID: unit, operator: operators.get(unit) ?? null, note: null })),
      now,
    )
  }
  const known = await trx
    .selectFrom('jig_results')
    .select(['result_id as resultId', 'digest', 'is_passed as isPassed', 'failures'])
    .where('account_id', '=', accountId)
    .where('result_id', '=', sql<string>`any(${[...unique.keys()]}::text[])`)
    .execute()
  const freshIds = new Set(fresh.map(({ upload }) => upload.resultId))
  return new Map(known.map(({ resultId, ...row }) => [resultId, { isNew: freshIds.has(resultId), ...row }]))
}
