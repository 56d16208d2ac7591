import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmTwoFactor } from '../features/accounts/two-factor/queries.ts'
import { codeAt, stepAt } from '../features/accounts/two-factor/totp.ts'
import { mailSetting } from '../platform/mail/stored-mail.ts'
import { isKeyOfDatabase, seal, unseal, useSecretKey } from '../platform/secrets.ts'
import { aDevice, anAccount, signIn, testPassword } from '../testing/builders.ts'
import { compiled } from '../testing/run-folder.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A key that is changed: what the old one sealed is read with both, and without the old one after `trackway reseal`. */
const root = join(import.meta.dirname, '..', '..', '..', '..')
const [old, present] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
let server: TestServer
let dataDir: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'reseal-'))
  useSecretKey(old)
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
  useSecretKey(old)
})

const writeKey = (file: string, key: Buffer) => writeFileSync(join(dataDir, file), key.toString('base64'))
/** The test server lives in this process: while it waits for a command, it must keep its connections. */
const reseal = () =>
  promisify(execFile)(process.execPath, ['scripts/trackway.mjs', 'reseal'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compiled,
      DATA_DIR: dataDir,
      DATABASE_URL: server.database.url,
    },
  }).then(
    (output) => ({ ...output, code: 0 }),
    (failed) => failed,
  )

/**
 * Accounts at services outside, each kind with a secret.
 * @returns what reads their secrets
 */
async function haveAccountsOutside(accountId: number, now: number): Promise<() => Promise<unknown[]>> {
  const { db } = server.database
  const account_id = accountId
  const [create_time, change_time] = [now, now]
  await db
    .insertInto('agps_sources')
    .values({
      account_id,
      name: 'a',
      kind: 'assistNowToken',
      token: seal('agps token', 'agpsToken'),
      create_time,
    })
    .execute()
  await db
    .insertInto('move_servers')
    .values({
      account_id,
      name: 'm',
      host: 'm.example.com',
      port: 1,
      transport: 'tcp',
      url: 'https://m.example.com',
      api_key: seal('server key', 'moveServer'),
      create_time,
    })
    .execute()
  const stored = { account_id, provider: 'p', name: 'p', settings: '{}', create_time, change_time }
  await db
    .insertInto('sim_platforms')
    .values({
      ...stored,
      secret: seal('{"password":"sim"}', 'simPlatform'),
      is_enabled: false,
      calls_per_second: 1,
      poll_hours: 1,
    })
    .execute()
  await db
    .insertInto('pay_accounts')
    .values({ ...stored, secret: seal('{"key":"pay"}', 'payAccount') } as never)
    .execute()
  return async () => {
    const { rows } = await server.database.pool.query(
      `select a.token, api_key, sim.secret as sim, pay.secret as pay
      from agps_sources a, move_servers, sim_platforms sim, pay_accounts pay`,
    )
    const { token, api_key, sim, pay } = rows[0]
    return [
      unseal(token, 'agpsToken'),
      unseal(api_key, 'moveServer'),
      unseal(sim, 'simPlatform'),
      unseal(pay, 'payAccount'),
    ]
  }
}

test('owner records, persons in batches, codes, passwords of accounts outlive a change of the key', async () => {
  const { db } = server.database
  const now = Date.now()
  const admin = await anAccount(server.database, { role: roles.admin })
  const token = await signIn(server.database, admin)
  const { terminalID } = await aDevice(server.database, admin)
  await server.call(ownerRecordCalls.save, { terminalID, realName: 'Wang Wei', contract: 'C 1' }, token)
  const rows = [{ terminalID, realname: 'Li Na' }]
  const batch = await server.call(importCalls.start, { kind: 'huaXiangDataImport', rows }, token)
  const input = { jobId: batch.data!.jobId, isPersonalWhole: true }
  await isKeyOfDatabase(db, now)
  const mail = { host: 'm', port: 25, isEncrypted: false, isVerified: true, username: 'u', from: 'a@b.c' }
  const stored = { server: mail, password: 'mail password', publicUrl: null }
  await mailSetting.change(db, now, () => stored)
  const begun = await server.call(twoFactorCalls.begin, { password: testPassword }, token)
  const secret = new URL(begun.data!.uri).searchParams.get('secret')!
  const recoveryCodes = await confirmTwoFactor(db, admin.id, codeAt(fromBase32(secret), stepAt(now)), now)

  const accounts = await haveAccountsOutside(admin.id, now)

  const isRead = async () => [
    await accounts(),
    (await server.call(ownerRecordCalls.view, { terminalID }, token)).data?.realName ?? null,
    (await server.call(ownerRecordCalls.find, { search: 'c1' }, token)).data?.total,
    (await server.call(importCalls.results, input, token)).data?.list[0]?.cells.realname ?? null,
    (await mailSetting.read(db))?.password ?? null,
    await isKeyOfDatabase(db, now),
    resultNames[
      (
        await server.call(accountCalls.login, {
          username: admin.username,
          password: testPassword,
          code: recoveryCodes!.pop()!,
        })
      ).meta.code
    ],
  ]
  const all = [
    ['agps token', 'server key', '{"password":"sim"}', '{"key":"pay"}'],
    'Wang Wei',
    1,
    'Li Na',
    'mail password',
    true,
    'success',
  ]
  useSecretKey(present)
  expect(await isRead()).toEqual([[null, null, null, null], null, 0, null, null, false, 'wrongCode'])
  useSecretKey(present, old)
  expect(await isRead()).toEqual(all)

  writeKey('secret.key', present)
  expect(await reseal()).toMatchObject({ code: 1, stderr: expect.stringContaining('OLD_SECRET_KEY') })
  writeKey('old-secret.key', Buffer.alloc(32, 9))
  expect(await reseal()).toMatchObject({ code: 1, stderr: expect.stringContaining('9 secrets') })
  writeKey('old-secret.key', old)
  expect(await reseal()).toMatchObject({ code: 0, stdout: expect.stringContaining('9 secrets') })
  expect(await reseal()).toMatchObject({ code: 0, stdout: expect.stringContaining('0 secrets') })
  useSecretKey(present)
  expect(await isRead()).toEqual(all)
})

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
