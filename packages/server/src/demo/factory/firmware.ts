import { roles } from '@trackway/core/codes/roles.ts'
import { hash } from '@trackway/simulator/random.ts'
import { sql } from 'kysely'
import { addFile } from '../../features/firmware/files.ts'
import { firmwareKind } from '../../features/firmware/firmware-kind.ts'
import { addOffer } from '../../features/firmware/offers.ts'
import { saveWay, wayOf } from '../../features/firmware/ways.ts'
import type { StepOutcome } from '../../features/tasks/task-kind.ts'
import { putFile } from '../../platform/file-store/file-store.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { named } from '../accounts.ts'
import { type DemoFactory, dayMs, hourMs, minuteMs } from './demo-factory.ts'
import { type PastDevice, replayTask } from './past-tasks.ts'

/** Small enough for a demo, and of the form that real ones have: a mark, a version, then code. */
const bytesOfFile = 48 * 1024

const files = [
  { deviceType: 13, version: 'V1.2.3', fromVersions: [], note: '量产首版', daysAgo: 520 },
  { deviceType: 13, version: 'V1.2.4', fromVersions: ['V1.2.3'], note: '修复休眠电流偏高', daysAgo: 424 },
  { deviceType: 15, version: 'V2.0.7', fromVersions: [], note: '量产首版', daysAgo: 430 },
  { deviceType: 15, version: 'V2.1.0', fromVersions: ['V2.0.7'], note: '胎压上报间隔可配置', daysAgo: 20 },
  { deviceType: 14, version: 'V3.1.0', fromVersions: ['V3.0.2'], note: '灰度中：盲区补传优化', daysAgo: 5 },
] as const

/** JT/T 808 devices that take firmware in parts. */
const typesByParts = [14, 15]
const byParts = {
  way: 'parts',
  target: 0,
  maker: 'TWSIM',
  makerBytes: 5,
  partBytes: 900,
  partsAtOnce: 4,
  answerMs: 10_000,
  maxSends: 8,
  resumes: false,
  template: null,
  isPlainHttp: false,
} as const

const done: StepOutcome = { state: 'done' }
const failures: readonly StepOutcome[] = [
  { state: 'failed', failure: 'notApplied' },
  { state: 'failed', failure: 'lostContact' },
  { state: 'skipped', failure: 'wrongVersion' },
]

/** Firmware files, an upgrade that is done and one whose last devices are still waited for, where there are none. */
export async function ensureFirmware(factory: DemoFactory): Promise<void> {
  if (processSettings.files === null) return
  const { database, scope, staff, now } = factory
  const { db } = database
  const known = await db
    .selectFrom('firmware_files')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  for (const deviceType of typesByParts) {
    // Administrators may have set another way.
    if ((await wayOf(db, deviceType)) !== null) continue
    await saveWay(db, { deviceType, ...byParts })
  }
  const ids = new Map<string, number>()
  for (const { daysAgo, ...file } of files) {
    const time = now - daysAgo * dayMs
    const stored = await putFile(db, imageOf(file.version), {
      purpose: 'firmware',
      maxBytes: bytesOfFile,
      now: time,
    })
    const fileName = `type${file.deviceType}_${file.version}.bin`
    const row = {
      ...file,
      fromVersions: [...file.fromVersions],
      accountId: scope.accountId,
      uploader: named('test'),
      hardware: null,
      stored: { ...stored, fileName },
    }
    ids.set(file.version, await db.transaction().execute((trx) => addFile(trx, row, time)))
  }
  const offer = {
    fileId: ids.get('V3.1.0')!,
    username: named('yuanhang'),
    note: '建议夜间升级',
    creator: named('test'),
  }
  await addOffer(db, scope, offer, now - 4 * dayMs)
  const upgrade = (
    version: string,
    task: { name: string; startTime: number; devices: PastDevice[]; waiting?: string[] },
  ) => {
    const { name, ...rest } = task
    return replayTask(factory, {
      ...rest,
      kind: firmwareKind,
      step: 'install',
      params: { fileId: ids.get(version)! },
      actorId: staff[roles.test]!,
      rules: { name, maxUnderWay: 10, maxTries: 3 },
    })
  }
  const begun = now - 14 * dayMs
  await upgrade('V2.1.0', {
    name: 'GW005 全量升级',
    startTime: begun,
    devices: (await findDevices(factory, 15, 'moving')).map((terminalID, index) => ({
      terminalID,
      endTime: begun + 2 * hourMs + index * 9 * minuteMs,
      outcome: index % 13 === 6 ? failures[Math.floor(index / 13) % failures.length]! : done,
    })),
  })
  const trial = now - 26 * hourMs
  await upgrade('V3.1.0', {
    name: 'Y808 灰度 第一批',
    startTime: trial,
    devices: (await findDevices(factory, 14, 'moving')).slice(0, 22).map((terminalID, index) => ({
      terminalID,
      endTime: trial + hourMs + index * 40 * minuteMs,
      outcome: index % 11 === 4 ? failures[index % failures.length]! : done,
    })),
    waiting: (await findDevices(factory, 14, 'silent')).slice(0, 18),
  })
}

function imageOf(version: string): Uint8Array {
  const bytes = Buffer.alloc(bytesOfFile)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(hash(bytes.length, at, version.length), at)
  bytes.write(`TWFW ${version}\0`, 0, 'latin1')
  return bytes
}

/** Devices of a type that report now, and those that were silent for weeks. */
async function findDevices(
  { database, scope, now }: DemoFactory,
  typeId: number,
  which: 'moving' | 'silent',
): Promise<string[]> {
  const condition =
    which === 'moving' ? sql`s.state_time > ${now - dayMs}` : sql`s.state_time < ${now - 20 * dayMs}`
  const { rows } = await sql<{ terminalID: string }>`
    select devices.terminal_id as "terminalID" from devices join accounts on accounts.id = devices.account_id
      join device_states s on s.device_id = devices.id
    where starts_with(path, ${scope.path}) and devices.device_type_id = ${typeId} and ${condition}
    order by devices.id limit 60`.execute(database.db)
  return rows.map(({ terminalID }) => terminalID)
}
