import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { sql } from 'kysely'
import { refusal } from '../../platform/errors.ts'
import { type Handler, RawReply, serve, serveChange } from '../../platform/http/serve.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { findDeviceId } from './find-device-id.ts'
import { findFirstContact, findFirstContacts } from './first-contact.ts'
import { listFormer } from './former-devices.ts'
import { findPicture, setPicture } from './pictures.ts'

/** Devices of accounts that one answer holds. */
const maxOfAgents = 10_000

export const oneDeviceHandlers: readonly Handler[] = [
  serve(oneDeviceCalls.picture, async ({ db, scope, input }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const { contentType, bytes } = await findPicture(db, 'devices', deviceId)
    return new RawReply(contentType, bytes, contentType.replace('image/', 'picture.'))
  }),

  serveChange(oneDeviceCalls.setPicture, async ({ db, scope, input, now }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    return { pictureId: (await setPicture(db, 'devices', deviceId, input.picture, now))! }
  }),

  serveChange(oneDeviceCalls.deletePicture, async ({ db, scope, input, now }) => {
    await setPicture(db, 'devices', await findDeviceId(db, scope, input.terminalID), null, now)
  }),

  serve(oneDeviceCalls.deviceId, async ({ db, scope, input }) => ({
    id: await findDeviceId(db, scope, input.terminalID),
  })),

  serve(oneDeviceCalls.keys, async ({ db, scope, input }) => {
    const deviceId = await findDeviceId(db, scope, input.terminalID)
    const rows = await db
      .selectFrom('device_keys')
      .select('key')
      .where('device_id', '=', deviceId)
      .orderBy('key')
      .execute()
    return { keys: rows.map(({ key }) => key) }
  }),

  serve(oneDeviceCalls.enableTime, async ({ db, scope, input }) => {
    return await db
      .selectFrom('devices')
      .select('activate_time as activateTime')
      .where('terminal_id', '=', input.terminalID)
      .where(devicesIn(scope))
      .executeTakeFirstOrThrow(refusal('notFound'))
  }),

  serve(oneDeviceCalls.firstContact, ({ db, scope, input, now }) =>
    findFirstContact(db, scope, input.terminalID, now),
  ),

  serve(oneDeviceCalls.firstContacts, async ({ db, scope, input, now }) => ({
    list: await findFirstContacts(db, scope, input.terminalIDs, now),
  })),

  serve(oneDeviceCalls.users, async ({ db, scope, input }) => ({
    list: await db
      .selectFrom('devices')
      .innerJoin('accounts', 'accounts.id', 'devices.account_id')
      .select(['terminal_id as terminalID', 'account_id as userId', 'username'])
      .where('terminal_id', '=', sql<string>`any(${input.terminalIDs}::text[])`)
      .where(devicesIn(scope))
      .orderBy('terminal_id')
      .execute(),
  })),

  serve(oneDeviceCalls.ofAgents, async ({ db, scope, input }) => ({
    list: await db
      .selectFrom('devices')
      .select(['account_id as userId', 'terminal_id as terminalID'])
      .where('account_id', '=', sql<number>`any(${input.userIds}::int4[])`)
      .where(devicesIn(scope))
      .orderBy('devices.id')
      .limit(maxOfAgents)
      .execute(),
  })),

  serve(oneDeviceCalls.former, async ({ db, scope, input: { userId } }) => {
    const account = await findAccountRow(db, scope, userId ?? scope.accountId)
    return { list: await listFormer(db, { ...scope, accountId: account.id, path: account.path }) }
  }),

  serve(oneDeviceCalls.batchTest, async ({ db, scope, input }) => ({
    list: await db
      .selectFrom('devices')
      .select('terminal_id as terminalID')
      .where('terminal_id', '=', sql<string>`any(${input.terminalIDs}::text[])`)
      .where(devicesIn(scope))
      .orderBy('terminal_id')
      .execute(),
  })),
]
