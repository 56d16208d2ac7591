import { rowId } from '@trackway/core/api/call.ts'
import {
  simPlatformCalls as calls,
  type SimPlatform,
  simPlatformCommon,
} from '@trackway/core/features/sim-cards/platform-calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import type { Scope } from '../../platform/http/session.ts'
import { providerNamed, settingsOfOne } from '../../platform/provider.ts'
import { pathEnd } from '../../platform/scope/scope-sql.ts'
import { openFields, shownSetting, withKeptSecrets } from '../../platform/stored-setting.ts'
import { noTools, type PlatformRow, simAccounts } from './platform-rows.ts'
import { simPlatforms } from './providers/sim-platforms.ts'

const add = { ...calls.add, input: settingsOfOne(simPlatforms, 'provider', simPlatformCommon) }
const edit = {
  ...calls.edit,
  input: settingsOfOne(simPlatforms, 'provider', { id: rowId, ...simPlatformCommon }),
}

const platformsIn = ({ path }: Scope) =>
  sql<boolean>`sim_platforms.account_id in (
    select id from accounts where path >= ${path} and path < ${pathEnd(path)})`

type Common = { [Name in keyof typeof simPlatformCommon]: z.output<(typeof simPlatformCommon)[Name]> }

/** What all accounts have, as it is stored, and the settings of the provider. */
function partsOf({
  name,
  isEnabled,
  callsPerSecond,
  pollHours,
  ...settings
}: Common & Record<string, unknown>) {
  const columns = {
    name,
    is_enabled: isEnabled,
    calls_per_second: callsPerSecond,
    poll_hours: pollHours,
  }
  return { columns, settings }
}

/** An account as calls return it; null where its provider is gone. */
function shown(row: PlatformRow & { cards: number; due: number; failing: number }): SimPlatform | null {
  const provider = providerNamed(simPlatforms, row.provider)
  if (!provider) return null
  const settings = simAccounts.settingsOf(row)
  return {
    id: row.id,
    provider: provider.name,
    name: row.name,
    isEnabled: row.is_enabled,
    callsPerSecond: row.calls_per_second,
    pollHours: row.poll_hours,
    isReady: provider.settings.safeParse(settings).success && provider.connect(settings, noTools) !== null,
    cards: row.cards,
    due: row.due,
    failing: row.failing,
    successTime: row.success_time,
    failure: row.failure,
    failureText: row.failure_text,
    restUntilTime: row.rest_until_time,
    settings: shownSetting(provider.settings, settings),
  }
}

export const platformNames = (db: Db, scope: Scope): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('sim_platforms').select(['id', 'name']).where(platformsIn(scope)).orderBy('name').execute()

function lockPlatform(trx: Db, scope: Scope, id: number): Promise<PlatformRow> {
  return trx
    .selectFrom('sim_platforms')
    .selectAll()
    .where('id', '=', id)
    .where(platformsIn(scope))
    .forUpdate()
    .executeTakeFirstOrThrow(refusal('notFound'))
}

export const simPlatformHandlers: readonly Handler[] = [
  serve(calls.list, async ({ db, scope, now }) => {
    const rows = await db
      .selectFrom('sim_platforms')
      .selectAll()
      .select([
        sql<number>`(select count(*)::int4 from sim_cards where platform_id = sim_platforms.id)`.as('cards'),
        sql<number>`(select count(*)::int4 from sim_cards where platform_id = sim_platforms.id and state <> 'closed'
          and (poll_time is null or poll_time <= ${now} - poll_hours * 3600000::int8))`.as('due'),
        sql<number>`(select count(*)::int4 from sim_cards where platform_id = sim_platforms.id
          and poll_failure is not null)`.as('failing'),
      ])
      .where(platformsIn(scope))
      .orderBy('name')
      .orderBy('id')
      .execute()
    return {
      list: rows.flatMap((row) => shown(row) ?? []),
      providers: simPlatforms.map(({ name, label, settings }) => ({
        name,
        label,
        settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }),
      })),
    }
  }),

  serveChange(add, async (context) => {
    const { db, scope, input, now } = context
    const { provider: name, ...given } = input
    const provider = providerNamed(simPlatforms, name)!
    const { columns, settings } = partsOf(given)
    const { id } = await db
      .insertInto('sim_platforms')
      .values({
        account_id: scope.accountId,
        provider: name,
        ...columns,
        ...simAccounts.columnsOf(provider, settings),
        create_time: now,
        change_time: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { provider: name, name: columns.name, ...openFields(provider.settings, settings) }
    await recordChange(context, 'simPlatformSaved', scope.accountId, { after })
    return { id }
  }),

  serveChange(edit, async (context) => {
    const { db, scope, input, now } = context
    const { id, provider: name, ...given } = input
    const row = await lockPlatform(db, scope, id as number)
    const provider = providerNamed(simPlatforms, name)
    if (!provider || row.provider !== name) throw refusal('notFound')()
    const { columns, settings } = partsOf(given)
    const before = simAccounts.settingsOf(row)
    const kept = withKeptSecrets(provider.settings, settings, before, provider.destination)
    await db
      .updateTable('sim_platforms')
      .set({
        ...columns,
        ...simAccounts.columnsOf(provider, kept),
        // With other settings it may answer, and by another token.
        token: null,
        failure: null,
        failure_text: null,
        rest_until_time: null,
        change_time: now,
      })
      .where('id', '=', row.id)
      .execute()
    await recordChange(context, 'simPlatformSaved', row.account_id, {
      before: { provider: name, name: row.name, ...openFields(provider.settings, before) },
      after: { provider: name, name: columns.name, ...openFields(provider.settings, kept) },
    })
  }),

  serveChange(calls.remove, async (context) => {
    const { db, scope, input } = context
    const row = await lockPlatform(db, scope, input.id)
    await db
      .updateTable('sim_cards')
      .set({ action: null, action_stage: null, action_time: null })
      .where('platform_id', '=', row.id)
      .where('action', 'is not', null)
      .execute()
    await db.deleteFrom('sim_platforms').where('id', '=', row.id).execute()
    await recordChange(context, 'simPlatformRemoved', row.account_id, {
      before: { provider: row.provider, name: row.name },
    })
  }),
]
