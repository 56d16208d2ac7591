import type { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { isUnknown, type Misfit, misfits } from '@trackway/core/features/firmware/firmware-fit.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope, Session } from '../../platform/http/session.ts'
import { createTask, type TaskRules } from '../tasks/create-task.ts'
import { findDevices, misfitsAmong } from './devices.ts'
import { type FileRow, findFile, rulesOf } from './files.ts'
import { firmwareParams } from './firmware-kind.ts'
import { linkBase } from './links.ts'
import { wayOf } from './ways.ts'

const kind = { name: 'firmware', params: firmwareParams } as const

/** Which of these devices can have a file, and why the others cannot. */
export async function checkDevices(
  db: Db,
  scope: Scope,
  { fileId, terminalIDs }: { fileId: number; terminalIDs: readonly string[] },
): Promise<z.output<typeof firmwareCalls.check.output>> {
  const file = await findFile(db, scope, fileId)
  const devices = await findDevices(db, scope, terminalIDs)
  const found = [...misfitsAmong(rulesOf(file), devices).values()]
  const there = new Set(devices.map(({ terminalId }) => terminalId))
  return {
    fitting: devices.length - found.length,
    misfits: misfits.flatMap((reason) => {
      const count = found.filter((each) => each === reason).length
      return count === 0 ? [] : [{ reason, devices: count }]
    }),
    missing: [...new Set(terminalIDs)].filter((id) => !there.has(id)),
  }
}

/**
 * Starts the task, within a transaction.
 * @throws {Refusal} `notFound`; `firmwareWayMissing`: nobody set how devices of the type take it; `linkAddressMissing`
 */
export async function startUpgrade(
  context: SessionContext<unknown>,
  file: FileRow,
  { rules, terminalIDs }: { rules: TaskRules; terminalIDs: readonly string[] },
): Promise<{ taskId: number; devices: number; missing: string[] }> {
  const { db, scope } = context
  await checkWay(db, file)
  const devices = await findDevices(db, scope, terminalIDs)
  const unfit = [...misfitsAmong(rulesOf(file), devices)].filter(([, misfit]) => !isUnknown(misfit))
  return await createTask<{ fileId: number }>(context, kind as never, {
    rules: { ...rules, name: rules.name || `${file.version}` },
    params: { fileId: file.id },
    terminalIDs,
    skipped: new Map<string, Misfit>(unfit),
  })
}

async function checkWay(db: Db, file: FileRow): Promise<void> {
  const way = await wayOf(db, file.device_type_id)
  if (way === null) throw new Refusal('firmwareWayMissing')
  if (way.way !== 'parts' && linkBase(way.is_plain_http) === null) throw new Refusal('linkAddressMissing')
}

/** User name of who is there, for records that outlive the account. */
export async function usernameOf(db: Db, { account, actor }: Session): Promise<string> {
  if (actor) return actor.username
  const { username } = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return username
}
