import type { CodeRule } from '@trackway/core/codes/code-rules.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'

/** Only its devices say codes. */
const wire = 'jt808'

export function findCodeRules(db: Db): Promise<{ deviceType: number; name: string; codeRule: CodeRule }[]> {
  return db
    .selectFrom('device_types')
    .select(['id as deviceType', 'name', 'code_rule as codeRule'])
    .where('wire', '=', wire)
    .orderBy('id')
    .execute()
}

/**
 * @returns the rule before
 * @throws {Refusal} `unknownDeviceType`, also for a type whose devices have no codes
 */
export async function setCodeRule(tx: Db, deviceType: number, codeRule: CodeRule): Promise<CodeRule> {
  const before = await tx
    .selectFrom('device_types')
    .select('code_rule')
    .where('id', '=', deviceType)
    .where('wire', '=', wire)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw new Refusal('unknownDeviceType')
  await tx.updateTable('device_types').set({ code_rule: codeRule }).where('id', '=', deviceType).execute()
  return before.code_rule
}

/** @returns the numbers that were learnt */
export async function forgetCode(tx: Db, deviceId: number): Promise<string[]> {
  await tx.deleteFrom('device_codes').where('device_id', '=', deviceId).execute()
  const rows = await tx
    .deleteFrom('device_keys')
    .where('device_id', '=', deviceId)
    .where('is_learnt', '=', true)
    .returning('key')
    .execute()
  return rows.map(({ key }) => key)
}
