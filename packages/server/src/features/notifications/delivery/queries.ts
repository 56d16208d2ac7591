import type {
  NotificationDelivery,
  notificationDeliveryCalls,
} from '@trackway/core/features/notifications/delivery-calls.ts'
import { maskEmail, maskTelephone } from '@trackway/core/rules/mask.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Page, readPage } from '../../../platform/database/read-page.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { displayNameSql } from '../../devices/state-sql.ts'
import { requestedAccounts } from '../settings/requested-accounts.ts'

type DeliveryQuery = z.output<typeof notificationDeliveryCalls.find.input>

/** A page of deliveries, newest first, with their attempts: a query for the rows and one for theirs. */
export async function findDeliveries(
  db: Db,
  scope: Scope,
  query: DeliveryQuery,
): Promise<Page<NotificationDelivery>> {
  const { pageNum, pageSize, channel, state, alarmId, webhookId, from, to } = query
  const found = db
    .selectFrom('notification_deliveries as d')
    .innerJoin('accounts', 'accounts.id', 'd.account_id')
    .where(await requestedAccounts(db, scope, query))
    .$if(channel !== undefined, (query) => query.where('d.channel', '=', channel!))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state!))
    .$if(alarmId !== undefined, (query) => query.where('d.episode_id', '=', alarmId!))
    .$if(webhookId !== undefined, (query) =>
      query.where('d.channel', '=', 'webhook').where('d.endpoint_id', '=', webhookId!),
    )
    .$if(from !== undefined, (query) => query.where('d.create_time', '>=', from!))
    .$if(to !== undefined, (query) => query.where('d.create_time', '<', to!))
    .leftJoin('devices', 'devices.id', 'd.device_id')
    .select([
      'd.id',
      'username',
      'd.create_time as createTime',
      'd.episode_id as alarmId',
      'd.code',
      'd.change',
    ])
    .select(['devices.terminal_id as terminalID', 'd.channel', 'd.step', 'd.receiver_name as receiver'])
    .select(['d.target', 'd.state', 'd.reason', 'd.due_time as dueTime', 'd.sent_time as sentTime'])
    .select(['d.finish_time as finishTime', 'd.segments', 'd.text'])
    .select(displayNameSql.$castTo<string | null>().as('displayName'))
    .orderBy('d.id', 'desc')
  const { list: rows, total } = await readPage(found, { pageNum, pageSize })
  const attempts = await db
    .selectFrom('notification_attempts')
    .select(['delivery_id', 'number', 'provider', 'start_time as startTime', 'finish_time as finishTime'])
    .select(['outcome', 'code', 'answer'])
    .where(sql<boolean>`delivery_id = any(${rows.map(({ id }) => id)}::int8[])`)
    .orderBy('number')
    .execute()
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  return {
    list: rows.map((row) => ({
      ...row,
      target: masked(row.channel, row.target),
      attempts: (byDelivery.get(row.id) ?? []).map(({ delivery_id: _, ...attempt }) => attempt),
    })),
    total,
  }
}

/** Enough to recognize it. A webhook may carry a key of its own in its address, and a browser's address is one. */
function masked(channel: NotificationDelivery['channel'], target: string): string {
  if (channel === 'email') return maskEmail(target)
  if (channel === 'sms' || channel === 'phone') return maskTelephone(target)
  return new URL(target).origin
}
