import type { ExportQuestion } from '@trackway/core/api/exports.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { reports } from '@trackway/core/reports/reports.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { FileRequest } from './make-file.ts'

/** Who asked for a report, as the account is now: it may have expired or lost a permission since. */
export type Requester = Pick<Tables['accounts'], 'path' | 'role' | 'expire_time' | 'username'> & {
  id: number
}

export async function findRequester(db: Db, accountId: number): Promise<Requester | undefined> {
  return await db
    .selectFrom('accounts')
    .select(['id', 'path', 'role', 'expire_time', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirst()
}

export function canView(
  { role, expire_time }: Requester,
  report: ExportQuestion['report'],
  now: number,
): boolean {
  const isExpired = expire_time !== null && expire_time <= now
  return !isExpired && holdsAny(role, reports[report].permission)
}

/** The names of what a question holds by its id. */
export async function namesOf(
  db: Db,
  accountId: number,
  question: Pick<ExportQuestion, 'userId' | 'deviceType'>,
): Promise<Pick<FileRequest, 'accountName' | 'deviceTypeName'>> {
  const account = await db
    .selectFrom('accounts')
    .select(['username', 'nickname'])
    .where('id', '=', question.userId ?? accountId)
    .executeTakeFirst()
  const type = await db
    .selectFrom('device_types')
    .select('name')
    .where('id', '=', question.deviceType ?? -1)
    .executeTakeFirst()
  const { username = '', nickname = null } = account ?? {}
  return {
    accountName: nickname === null || nickname === '' ? username : `${nickname} (${username})`,
    deviceTypeName: type?.name ?? null,
  }
}
