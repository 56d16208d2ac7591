import { firmwareCalls, firmwarePartBytes } from '@trackway/core/features/firmware/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { addUploadPart, beginUpload, removeUpload, storeUpload } from '../../platform/file-store/uploads.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import { type Handler, inTransaction, serve, serveChange } from '../../platform/http/serve.ts'
import { factoryOf } from '../../platform/scope/scope-sql.ts'
import type { TaskRules } from '../tasks/create-task.ts'
import { plainRules } from '../tasks/plain-rules.ts'
import { findDevices, misfitsAmong } from './devices.ts'
import { addFile, deleteFile, dropStored, findFile, findFiles, rulesOf, updateFile } from './files.ts'
import { addLinks, findLinks, linkBase, removeLink, usualLinkMs } from './links.ts'
import { addOffer, findOffer, findOfferedDevices, findOffers, noteStarted, removeOffer } from './offers.ts'
import { checkDevices, startUpgrade, usernameOf } from './start-upgrade.ts'
import { findWays, saveWay, wayOf } from './ways.ts'

/** An offer goes on gently: nobody watches it. */
const rulesOfOffer: TaskRules = {
  ...plainRules,
  perSecond: 1,
  maxUnderWay: 50,
  maxFailurePercent: 10,
  maxTries: 3,
}

export const firmwareHandlers: readonly Handler[] = [
  serve(firmwareCalls.find, ({ db, scope, input }) => findFiles(db, scope, input)),

  serveChange(firmwareCalls.beginUpload, async ({ db, session, input, now }) => {
    const upload = { accountId: session.account.id, purpose: 'firmware', ...input }
    return { uploadId: await beginUpload(db, upload, now), partBytes: firmwarePartBytes }
  }),

  serveChange(firmwareCalls.uploadPart, async ({ db, session, input }) => {
    const { uploadId: id, offset, base64 } = input
    const part = { offset, bytes: Buffer.from(base64, 'base64') }
    return { receivedBytes: await addUploadPart(db, { id, accountId: session.account.id }, part) }
  }),

  serve(firmwareCalls.finishUpload, async (context) => {
    const { db, session, scope, input, now } = context
    const upload = { id: input.uploadId, accountId: session.account.id }
    const stored = await storeUpload(db, upload, now)
    try {
      if (input.sha256 !== undefined && input.sha256.toLowerCase() !== stored.sha256)
        throw new Refusal('checksumWrong')
      return await inTransaction(context, async (within) => {
        const uploader = await usernameOf(within.db, session)
        const accountId = factoryOf(scope)
        const id = await addFile(within.db, { ...input, accountId, uploader, stored }, now)
        await removeUpload(within.db, upload)
        const { version, deviceType } = input
        await recordChange(within, 'firmwareAdded', accountId, {
          after: { id, version, deviceType, sha256: stored.sha256 },
        })
        return { id, sha256: stored.sha256 }
      })
    } catch (error) {
      await dropStored(db, stored.key)
      throw error
    }
  }),

  serve(firmwareCalls.cancelUpload, ({ db, session, input }) =>
    removeUpload(db, { id: input.uploadId, accountId: session.account.id }),
  ),

  serveChange(firmwareCalls.update, async (context) => {
    const { db, scope, input } = context
    const { id, hardware, fromVersions, note } = input
    const file = await findFile(db, scope, id)
    const change = {
      ...(hardware !== undefined && { hardware }),
      ...(fromVersions !== undefined && { fromVersions }),
      ...(note !== undefined && { note }),
    }
    await updateFile(db, id, change)
    await recordChange(context, 'firmwareEdited', file.account_id, {
      before: { id, hardware: file.hardware, fromVersions: file.from_versions },
      after: { id, ...change },
    })
  }),

  serve(firmwareCalls.remove, async (context) => {
    const key = await inTransaction(context, async (within) => {
      const file = await findFile(within.db, within.scope, within.input.id)
      const stored = await deleteFile(within.db, file.id)
      await recordChange(within, 'firmwareRemoved', file.account_id, {
        before: { id: file.id, version: file.version, deviceType: file.device_type_id },
      })
      return stored
    })
    await dropStored(context.db, key)
  }),

  serve(firmwareCalls.ways, ({ db, input }) => findWays(db, input)),

  serveChange(firmwareCalls.saveWay, async (context) => {
    const { db, scope, input } = context
    await saveWay(db, input)
    await recordChange(context, 'firmwareWaySaved', factoryOf(scope), { after: input })
  }),

  serve(firmwareCalls.check, ({ db, scope, input }) => checkDevices(db, scope, input)),

  serveChange(firmwareCalls.start, async (context) => {
    const { fileId, terminalIDs, ...rules } = context.input
    const file = await findFile(context.db, context.scope, fileId)
    return await startUpgrade(context, file, { rules, terminalIDs })
  }),

  serve(firmwareCalls.links, ({ db, scope, input }) => findLinks(db, scope, input)),

  serveChange(firmwareCalls.addLinks, async (context) => {
    const { db, scope, session, input, now } = context
    const { fileId, terminalIDs, expireTime = now + usualLinkMs } = input
    if (expireTime <= now)
      throw new Refusal('invalidInput', { issues: [{ path: 'expireTime', reason: 'future' }] })
    const file = await findFile(db, scope, fileId)
    const base = linkBase((await wayOf(db, file.device_type_id))?.is_plain_http ?? false)
    if (base === null) throw new Refusal('linkAddressMissing')
    const devices = await findDevices(db, scope, terminalIDs)
    const misfits = misfitsAmong(rulesOf(file), devices)
    const fitting = devices.filter(({ terminalId }) => {
      const misfit = misfits.get(terminalId) ?? null
      return misfit === null || misfit === 'sameVersion' || misfit === 'versionUnknown'
    })
    const creator = await usernameOf(db, session)
    const links = await addLinks(db, { fileId, expireTime, creator, base }, fitting, now)
    await recordChange(context, 'firmwareLinks', factoryOf(scope), { after: { fileId, devices: links.size } })
    const there = new Set(devices.map(({ terminalId }) => terminalId))
    return {
      links: [...links].map(([terminalID, url]) => ({ terminalID, url })),
      failed: [...new Set(terminalIDs)].flatMap((terminalID) => {
        if (links.has(terminalID)) return []
        return [
          { terminalID, reason: there.has(terminalID) ? misfits.get(terminalID)! : ('notFound' as const) },
        ]
      }),
    }
  }),

  serveChange(firmwareCalls.removeLink, async (context) => {
    const { accountId, terminalID, ...before } = await removeLink(context.db, context.scope, context.input.id)
    await recordChange(context, 'firmwareLinkRemoved', accountId, { terminalId: terminalID, before })
  }),

  serve(firmwareCalls.offers, ({ db, scope, input }) => findOffers(db, scope, input)),

  serveChange(firmwareCalls.addOffer, async (context) => {
    const { db, scope, session, input, now } = context
    const file = await findFile(db, scope, input.fileId)
    const offer = { ...input, creator: await usernameOf(db, session) }
    const { id, accountId } = await addOffer(db, scope, offer, now)
    await recordChange(context, 'firmwareOffered', accountId, { after: { version: file.version } })
    return { id }
  }),

  serveChange(firmwareCalls.removeOffer, async (context) => {
    const { accountId, version } = await removeOffer(context.db, context.scope, context.input.id)
    await recordChange(context, 'firmwareOfferRemoved', accountId, { before: { version } })
  }),

  serveChange(firmwareCalls.startOffer, async (context) => {
    const { db, scope, input, now } = context
    const offer = await findOffer(db, scope, input.id)
    const terminalIDs = await findOfferedDevices(db, offer)
    if (terminalIDs.length === 0) throw new Refusal('nothingToUpgrade')
    const { taskId, devices } = await startUpgrade(context, offer.file, { rules: rulesOfOffer, terminalIDs })
    await noteStarted(db, offer.id, taskId, now)
    return { taskId, devices }
  }),
]
