import { type AgpsKind, agpsCalls } from '@trackway/core/features/agps/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, serve, serveChange } from '../../platform/http/serve.ts'
import { publicUrl } from '../../platform/mail/stored-mail.ts'
import { AddressRefused, assertPublic } from '../../platform/outbound/guarded-request.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { findDeliveries, readShare } from './deliveries.ts'
import { AgpsFailed, fetchSource } from './fetch-source.ts'
import { type KeptData, keepData } from './keep-data.ts'
import { linkPath } from './link.ts'
import { AgpsUnreadable, readAgps } from './read-agps.ts'
import { noteKept, refreshSource } from './refresh.ts'
import {
  addSource,
  changeSource,
  findSource,
  findSources,
  findTerminalIds,
  type SourceRow,
} from './sources.ts'

/** Of ids that are not found. */
const shownIssues = 20

const shown = ({
  format,
  bytes,
  validFrom,
  validUntil,
}: Pick<KeptData, 'format' | 'bytes' | 'validFrom' | 'validUntil'>) => ({
  format,
  bytes,
  validFrom,
  validUntil,
})

export const agpsHandlers: readonly Handler[] = [
  serve(agpsCalls.find, ({ db, scope, input, now }) => findSources(db, scope, input, now)),

  serve(agpsCalls.add, async (context) => {
    const { db, scope, input, now } = context
    await assertAllowed(input.url)
    const { token: _, ...after } = input
    return db.transaction().execute(async (trx) => {
      const id = await addSource(trx, scope, input, now)
      await recordChange({ ...context, db: trx }, 'agpsChanged', factoryOf(scope), {
        after: { id, ...after },
      })
      return { id }
    })
  }),

  serve(agpsCalls.edit, async (context) => {
    const { db, scope, now } = context
    const { id, ...given } = context.input
    await assertAllowed(given.url)
    const before = await findSource(db, scope, id)
    if (before.kind === 'url' && !given.url)
      throw new Refusal('invalidInput', { issues: [{ path: 'url', reason: 'required' }] })
    const { token: _, ...after } = given
    await db.transaction().execute(async (trx) => {
      await changeSource(trx, scope, before, given, now)
      await recordChange({ ...context, db: trx }, 'agpsChanged', before.account_id, {
        before: openOf(before),
        after: { id, ...after },
      })
    })
  }),

  serveChange(agpsCalls.delete, async (context) => {
    const { db, scope, input } = context
    const before = await findSource(db, scope, input.id)
    // Its files are removed by the nightly job: nothing references them any more.
    await db.deleteFrom('agps_sources').where('id', '=', before.id).execute()
    await recordChange(context, 'agpsChanged', before.account_id, { before: openOf(before) })
  }),

  serve(agpsCalls.fetch, async ({ db, scope, input, now }) => {
    const source = await findSource(db, scope, input.id)
    if (source.kind === 'upload') throw new Refusal('agpsFailed')
    if (source.kind === 'assistNow' && input.chipcode === undefined)
      throw new Refusal('invalidInput', { issues: [{ path: 'chipcode', reason: 'required' }] })
    return refusing(async () => {
      if ((source.kind as AgpsKind) !== 'assistNow') return shown(await refreshSource(db, source, now))
      // It is read, and not kept: what comes is for this receiver alone.
      const bytes = await fetchSource({ ...source, kind: 'assistNow', token: null }, input.chipcode ?? null)
      return shown({ ...readAgps(bytes, now), bytes: bytes.length })
    })
  }),

  serve(agpsCalls.upload, async ({ db, scope, input, now }) => {
    const source = await findSource(db, scope, input.id)
    if (source.kind === 'assistNow') throw new Refusal('agpsFailed')
    return refusing(async () => {
      const bytes = Buffer.from(input.base64, 'base64')
      const kept = await keepData(db, { sourceId: source.id, deviceId: null }, bytes, now)
      await noteKept(db, source, kept, now)
      return shown(kept)
    })
  }),

  serve(agpsCalls.links, async ({ db, scope, input }) => {
    const { id } = await findSource(db, scope, input.id)
    const base = publicUrl()
    if (base === null) throw new Refusal('publicUrlMissing')
    const terminalIDs = [...new Set(input.terminalIDs)]
    const known = new Set(await findTerminalIds(db, scope, terminalIDs))
    const issues = input.terminalIDs.flatMap((terminalID, at) =>
      known.has(terminalID) ? [] : [{ path: `terminalIDs.${at}`, reason: terminalID }],
    )
    if (issues.length > 0) throw new Refusal('notFound', { issues: issues.slice(0, shownIssues) })
    return {
      list: terminalIDs.map((terminalID) => ({
        terminalID,
        url: base + linkPath({ sourceId: id, terminalId: terminalID }),
      })),
    }
  }),

  serve(agpsCalls.deliveries, ({ db, scope, input }) => findDeliveries(db, scope, input)),

  serve(agpsCalls.share, ({ db, scope, session, now }) =>
    readShare(db, scope, { timeZone: session.account.timeZone, now }),
  ),
]

/** What may be recorded of a source. */
const openOf = ({ id, name, kind, url, gnss, data, is_on, answers_tcp }: SourceRow) => ({
  id,
  name,
  kind,
  url,
  gnss,
  data,
  isOn: is_on,
  answersTcp: answers_tcp,
})

/** @throws {Refusal} `addressRefused` */
async function assertAllowed(url: string | null | undefined): Promise<void> {
  if (!url) return
  try {
    await assertPublic(url, processSettings.webhookAllowPrivate)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new Refusal('addressRefused', { cause: error })
  }
}

/** @throws {Refusal} `agpsFailed` with why */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason =
      error instanceof AgpsFailed ? error.failure : error instanceof AgpsUnreadable ? error.reason : null
    if (reason === null) throw error
    throw new Refusal('agpsFailed', { issues: [{ path: 'id', reason }], cause: error })
  }
}
