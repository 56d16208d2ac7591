import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import {
  type Handler,
  inTransaction,
  RawReply,
  type SessionContext,
  serve,
} from '../../platform/http/serve.ts'
import { findPicture, setPicture } from '../devices/pictures.ts'
import {
  addType,
  changedOf,
  deleteType,
  findAllTypes,
  findDeviceTypes,
  findType,
  findTypes,
  updateType,
} from './queries.ts'
import { findSetup } from './setup.ts'

interface Change {
  kind: AuditKind
  deviceTypeId: number
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Changes a type, records the change, and publishes it to processes that cache types; no change does neither. */
function change<T>(
  context: SessionContext<unknown>,
  make: (trx: Db) => Promise<Change & { reply: T }>,
): Promise<T> {
  return inTransaction(context, async (context) => {
    const { kind, deviceTypeId, before, after, reply } = await make(context.db)
    if (after !== undefined && Object.keys(after).length === 0) return reply
    await recordChange(context, kind, null, {
      before: before && { deviceType: deviceTypeId, ...before },
      after: after && { deviceType: deviceTypeId, ...after },
    })
    context.bus.publish('deviceType.edited', { deviceTypeId })
    return reply
  })
}

export const deviceTypeHandlers: readonly Handler[] = [
  serve(deviceCalls.types, async ({ db, scope }) => ({ list: await findDeviceTypes(db, scope) })),
  serve(deviceTypeCalls.findByPage, ({ db, input }) => findTypes(db, input)),
  serve(deviceTypeCalls.detail, ({ db, input }) => findType(db, input.id)),
  serve(deviceTypeCalls.allConfig, async ({ db }) => ({
    types: Object.fromEntries((await findAllTypes(db)).map((type) => [type.id, type])),
  })),

  serve(deviceTypeCalls.setup, ({ db, scope, input }) => findSetup(db, scope, input)),

  serve(deviceTypeCalls.add, (context) =>
    change(context, async (trx) => {
      const type = await addType(trx, context.input)
      const { id, deviceCount, ...after } = type
      return { kind: 'deviceTypeAdded', deviceTypeId: id, after, reply: type }
    }),
  ),

  serve(deviceTypeCalls.update, (context) =>
    change(context, async (trx) => {
      const { id, ...settings } = context.input
      const { before, type } = await updateType(trx, id, settings)
      return {
        kind: 'deviceTypeEdited',
        deviceTypeId: id,
        reply: type,
        before: changedOf(before, type),
        after: changedOf(type, before),
      }
    }),
  ),

  serve(deviceTypeCalls.delete, (context) =>
    change(context, async (trx) => {
      const { id, deviceCount, ...before } = await deleteType(trx, context.input.id)
      return { kind: 'deviceTypeDeleted', deviceTypeId: id, before, reply: {} }
    }),
  ),

  serve(deviceTypeCalls.picture, async ({ db, scope, input }) => {
    const seen = await findDeviceTypes(db, scope)
    if (!seen.some(({ id }) => id === input.id)) throw new Refusal('unknownDeviceType')
    const { contentType, bytes } = await findPicture(db, 'device_types', input.id)
    return new RawReply(contentType, bytes, contentType.replace('image/', 'picture.'))
  }),

  serve(deviceTypeCalls.setPicture, (context) =>
    change(context, async (trx) => {
      const { id, picture } = context.input
      const { pictureId: before } = await findType(trx, id)
      const pictureId = (await setPicture(trx, 'device_types', id, picture, context.now)) ?? null
      return {
        kind: 'deviceTypeEdited',
        deviceTypeId: id,
        before: { pictureId: before },
        after: { pictureId },
        reply: { pictureId },
      }
    }),
  ),
]
