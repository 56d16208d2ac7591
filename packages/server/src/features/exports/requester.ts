import { holdsAny, type Permission, permissionsOf } from '@trackway/core/codes/permissions.ts'
import {
  type ExportRequest,
  type ListFileRequest,
  makesFiles,
  makesListFiles,
} from '@trackway/core/features/exports/calls.ts'
import type { ScheduledReport } from '@trackway/core/features/report-schedules/calls.ts'
import { reports } from '@trackway/core/features/statistics/reports.ts'
import { listByName } from '@trackway/core/lists.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileRequest } from './make-file.ts'
import type { Requester } from './report-rows.ts'

/** What decides who may see a file: its report, or its list. */
type FileSource = Pick<ExportRequest, 'report'> | Pick<ListFileRequest, 'list'>

export async function findRequester(db: Db, accountId: number): Promise<Requester | undefined> {
  return await db
    .selectFrom('accounts')
    .select(['id', 'path', 'role', 'expire_time', 'username', 'is_demo'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export function canView({ role, expire_time }: Requester, source: FileSource, now: number): boolean {
  const isExpired = expire_time !== null && expire_time <= now
  return !isExpired && mayRequest(permissionsOf(role), source)
}

/** Files have a permission, and so has each report; for a list it is the permission of its call. */
export function mayRequest(held: readonly Permission[], source: FileSource): boolean {
  if (!holdsAny(held, 'list' in source ? makesListFiles : makesFiles)) return false
  const { permission } = 'list' in source ? listByName(source.list).find : reports[source.report]
  return permission === 'public' || permission === 'session' || holdsAny(held, permission)
}

/** The names of what a question holds by its id. */
export async function namesOf(
  db: Db,
  accountId: number,
  source: ExportRequest | ScheduledReport | ListFileRequest,
): Promise<Pick<FileRequest, 'accountName' | 'deviceTypeName'>> {
  const { userId, deviceType } = ('list' in source ? source.filter : source) as {
    userId?: number
    deviceType?: number
  }
  const account = await db
    .selectFrom('accounts')
    .select(['username', 'nickname'])
    .where('id', '=', userId ?? accountId)
    .executeTakeFirst()
  const type = await db
    .selectFrom('device_types')
    .select(['name', 'label'])
    .where('id', '=', deviceType ?? -1)
    .executeTakeFirst()
  const { username = '', nickname = null } = account ?? {}
  return {
    accountName: nickname === null || nickname === '' ? username : `${nickname} (${username})`,
    deviceTypeName: type?.label ?? type?.name ?? null,
  }
}
