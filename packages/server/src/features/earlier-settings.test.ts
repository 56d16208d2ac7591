import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { mailSetting } from '../platform/mail/stored-mail.ts'
import { seal } from '../platform/secrets.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { readMapKeys } from './map-keys/stored-keys.ts'
import { nbSetting } from './nb-platforms/stored-platforms.ts'
import { vapidKeys } from './notifications/endpoints/vapid.ts'
import { textSetting } from './notifications/providers/text-setting.ts'

/** Settings as the first releases stored them, without a version, each with its secret in a form of its own. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const mailServer = {
  host: 'mail.example.com',
  port: 587,
  isEncrypted: false,
  isVerified: true,
  username: 'track',
  from: 'Track <track@example.com>',
}
const texts = {
  provider: 'twilio',
  accountSid: 'AC00000000000000000000000000000001',
  from: '+15005550006',
  messagingServiceSid: null,
  apiUrl: null,
}
const mapKey = {
  id: '6b1e0c1c-0000-4000-8000-000000000001',
  provider: 'Baidu',
  platform: 'web',
  project: '',
  key: 'a key',
  changeTime: 1,
}
const networks = {
  pushBase: 'https://track.example.com:5600',
  pushKey: 'pushed',
  platforms: { ctwing: { apiUrl: null, appId: 'app', productId: '1', serviceId: 'Command', secret: 's' } },
}
const vapid = { publicKey: 'public', privateKey: 'private' }

test.each<[string, object, string | null, (db: Db) => Promise<unknown>, unknown]>([
  [
    'mail',
    { ...mailServer, publicUrl: null },
    'hush',
    mailSetting.read,
    { server: mailServer, password: 'hush', publicUrl: null },
  ],
  [
    'mail',
    { publicUrl: 'https://track.example.com' },
    null,
    mailSetting.read,
    { server: null, publicUrl: 'https://track.example.com' },
  ],
  ['texts', texts, 'token', textSetting.read, { ...texts, authToken: 'token' }],
  [
    'texts',
    { ...texts, provider: 'sandbox', accountSid: '' },
    null,
    textSetting.read,
    { provider: 'sandbox' },
  ],
  // Nothing could be sent by it, and the form requires it anew.
  ['texts', { ...texts, accountSid: '' }, null, textSetting.read, null],
  ['mapKeys', {}, JSON.stringify([mapKey]), readMapKeys, [mapKey]],
  ['nbPlatforms', {}, JSON.stringify(networks), nbSetting.read, networks],
  ['vapid', { publicKey: vapid.publicKey }, vapid.privateKey, (db) => vapidKeys(db, 0), vapid],
])('%s is read on (%#)', async (name, value, secret, read, found) => {
  const { db, pool } = server.database
  await pool.query('delete from platform_settings where name = $1', [name])
  const sealed = secret === null ? null : seal(secret, name)
  await pool.query('insert into platform_settings values ($1, $2, $3, 0)', [name, value, sealed])
  expect(await read(db)).toEqual(found)
})
