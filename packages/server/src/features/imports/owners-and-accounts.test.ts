import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { forgetOldImports } from './queries.ts'
import {
  anImei,
  below,
  boss,
  check,
  commit,
  record,
  results,
  type Start,
  server,
  token,
  work,
} from './testing/import-desk.ts'

describe('owners of a leasing partner', () => {
  const owner = {
    realname: '欧阳小明',
    idCard: '440301199001011234',
    telephone: '13800138000',
    address: '深圳市南山区科技园路 1 号',
    contract: 'HX-2026-0815',
  }
  const view = async (terminalID: string) =>
    (await server.call(ownerRecordCalls.view, { terminalID }, token)).data
  const cellsOf = async (jobId: number, isPersonalWhole: boolean, by = token) =>
    await server.call(importCalls.results, { jobId, isPersonalWhole }, by)

  test('are written, stand nowhere in clear, and come back as they were', async () => {
    const [a, b] = [await aDevice(server.database, below), await aDevice(server.database, below)]
    const before = { terminalID: a.terminalID, realName: 'Before', contract: 'OLD-1' }
    await server.call(ownerRecordCalls.save, before, token)
    const rows = [
      { terminalID: a.terminalID, telephone: owner.telephone },
      { terminalID: b.terminalID, ...owner },
      { terminalID: a.terminalID, ...owner },
      { terminalID: b.terminalID },
    ]
    const jobId = await commit({ kind: 'huaXiangDataImport', rows })
    const clear = async () => {
      const { rows: kept } = await server.database.pool.query(
        'select i::text as text, personal from import_rows i where import_id = $1',
        [jobId],
      )
      const text = kept.map((row) => row.text + String(row.personal)).join('\n')
      return [...Object.values(owner), 'Before', 'OLD-1'].filter((value) => text.includes(value))
    }
    expect(await clear()).toEqual([])
    await work()
    expect(await clear()).toEqual([])
    expect(await view(a.terminalID)).toMatchObject({ realName: 'Before', telephone: owner.telephone })
    expect(await view(b.terminalID)).toMatchObject({ realName: owner.realname, contract: owner.contract })
    expect(await results(jobId)).toEqual([
      [1, 'done'],
      [2, 'done'],
      [3, 'failed', 'terminalID', 'duplicate', { row: 1 }],
      [4, 'failed', 'nothingToChange'],
    ])
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    expect(await clear()).toEqual([])
    expect(await view(a.terminalID)).toMatchObject({ realName: 'Before', contract: 'OLD-1', telephone: null })
    expect(await view(b.terminalID)).toBeNull()
  })

  test('stay where somebody changed them since', async () => {
    const { terminalID } = await aDevice(server.database, below)
    const jobId = await commit({ kind: 'huaXiangDataImport', rows: [{ terminalID, ...owner }] })
    await work()
    await server.call(ownerRecordCalls.save, { terminalID, realName: 'Since' }, token)
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    expect(await results(jobId)).toEqual([[1, 'done', 'changedSince']])
    expect(await view(terminalID)).toMatchObject({ realName: 'Since' })
  })

  test('are masked in results; whole only for who may see owner records, which is recorded', async () => {
    const { terminalID } = await aDevice(server.database, below)
    const rows = [
      { terminalID: anImei(), ...owner },
      { terminalID, ...owner },
    ]
    const jobId = await commit({ kind: 'huaXiangDataImport', rows })
    const viewed = async () =>
      (
        await server.database.pool.query(
          "select after->>'rows' as rows from audit_events where kind = 'ownerRecordViewed' and after->>'batch' = $1",
          [String(jobId)],
        )
      ).rows
    const masked = (await cellsOf(jobId, false)).data?.list[0]?.cells
    expect(masked).toEqual({
      terminalID: rows[0]!.terminalID,
      realname: '欧***',
      idCard: '440***34',
      telephone: '138***00',
      address: '深圳市南***',
      contract: 'HX***15',
    })
    expect(await viewed()).toEqual([])
    expect((await cellsOf(jobId, true)).data?.list.map(({ cells }) => cells)).toEqual(rows)
    expect(await viewed()).toEqual([{ rows: '2' }])
    // A key may do as little as import them.
    const scopes = ['main:devices_huaxiang_import'] as const
    const { data } = await server.call(apiKeyCalls.add, { name: 'partner', scopes: [...scopes] }, token)
    expect((await cellsOf(jobId, false, data!.key)).data?.list[0]?.cells).toEqual(masked)
    expect((await cellsOf(jobId, true, data!.key)).meta.code).toBe(resultCodes.noPermission)
    await work()
  })
})

describe('new passwords', () => {
  test('are random, stored hashed, told once, and forgotten after a week', async () => {
    const devices = [await aDevice(server.database, below), await aDevice(server.database, below)]
    const rows = devices.map(({ terminalID }) => ({ terminalID }))
    const jobId = await commit({ kind: 'passwordUpdate', rows: [...rows, { terminalID: anImei() }] })
    await work()
    expect(await record(jobId)).toMatchObject({ done: 2, failed: 1, passwords: 2, canUndo: false })
    const { data } = await server.call(importCalls.takePasswords, { jobId }, token)
    expect(data?.passwords.map(({ row, name }) => [row, name])).toEqual(
      devices.map(({ terminalID }, index) => [index + 1, terminalID]),
    )
    const kept = await server.database.pool.query(
      'select i::text from import_rows i where import_id = $1 union all select d::text from devices d where id = any($2)',
      [jobId, devices.map(({ id }) => id)],
    )
    const [first] = data!.passwords
    for (const { password } of data!.passwords) expect(JSON.stringify(kept.rows)).not.toContain(password)
    const signedIn = await server.call(oneDeviceCalls.signIn, {
      imei: first!.name,
      password: first!.password,
    })
    expect(signedIn.meta.code).toBe(resultCodes.success)
    expect((await server.call(importCalls.takePasswords, { jobId }, token)).data?.passwords).toEqual([])
    expect(await record(jobId)).toMatchObject({ passwords: 0 })
    expect((await server.call(importCalls.undo, { jobId }, token)).meta.code).toBe(resultCodes.notUndoable)

    const second = await commit({ kind: 'passwordUpdate', rows })
    await work()
    await forgetOldImports(server.database.db, Date.now() + 8 * 86_400_000)
    expect(await record(second)).toMatchObject({ done: 2, passwords: 0 })
  })
})

describe('accounts from a sheet', () => {
  let named = 0
  const name = () => `sheet${++named}.${boss.id}`
  const findAccounts = (names: string[]) =>
    server.database.db
      .selectFrom('accounts')
      .selectAll()
      .where('username', 'in', names)
      .orderBy('id')
      .execute()

  test('keep every rule of accounts, row by row', async () => {
    const future = Date.now() + 400 * 86_400_000
    const ending = await anAccount(server.database, { parent: boss, expire_time: future })
    const user = await anAccount(server.database, { parent: boss, role: roles.user })
    const twice = name()
    const rows: ImportCells[] = [
      { newUsername: name(), role: 'USER' },
      { newUsername: below.username.toUpperCase(), role: 'user' },
      { newUsername: twice, role: 'user' },
      { newUsername: twice, role: 'user' },
      { newUsername: 'a b', role: 'boss' },
      { newUsername: name(), role: 'user', superior: 'nobody.here' },
      { newUsername: name(), role: 'user', superior: user.username },
      { newUsername: name(), role: 'admin', superior: below.username },
      { newUsername: name(), role: 'user', expireTime: '2001-01-01' },
      { newUsername: name(), role: 'user', superior: ending.username, expireTime: '2099-12-31' },
      { newUsername: name(), role: 'user', telephone: '12', email: 'x' },
      { role: 'user' },
    ]
    const found = await check('userImport', rows)
    expect(found).toEqual([
      '2 newUsername usernameTaken',
      '4 newUsername duplicate',
      '5 newUsername username',
      '5 role choice',
      '6 superior unknownAccount',
      '7 superior noSubAccounts',
      '8 role roleNotGrantable',
      '9 expireTime inPast',
      '10 expireTime notOverYours',
      '11 telephone telephone',
      '11 email email',
      '12 newUsername required',
    ])
  })

  test('are added below the superior chosen, each with a password told once, and taken back while unused', async () => {
    const names = [name(), name(), name()]
    const rows = names.map((newUsername, n) => ({
      newUsername,
      role: 'agent',
      accountName: `Branch ${n}`,
      ...(n === 0 ? {} : { superior: below.username }),
    }))
    const jobId = await commit({ kind: 'userImport', rows })
    await work()
    expect(await record(jobId)).toMatchObject({ done: 3, passwords: 3, canUndo: true, takenCounts: 0 })
    const added = await findAccounts(names)
    expect(added).toMatchObject([
      { parent_id: boss.id, role: roles.agent, nickname: 'Branch 0', must_change_password: true },
      { parent_id: below.id },
      { parent_id: below.id },
    ])
    const { data } = await server.call(importCalls.takePasswords, { jobId }, token)
    expect(data?.passwords.map(({ name }) => name)).toEqual(names)
    const { password } = data!.passwords[0]!
    const signedIn = await server.call(accountCalls.login, { username: names[0]!, password })
    expect(signedIn.meta.code).toBe(resultCodes.success)
    // In use since: one has a device, one its own password.
    await aDevice(server.database, { ...below, id: added[1]!.id })
    await server.database.pool.query('update accounts set must_change_password = false where id = $1', [
      added[2]!.id,
    ])
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    expect(await results(jobId)).toEqual([
      [1, 'undone'],
      [2, 'done', 'inUse'],
      [3, 'done', 'inUse'],
    ])
    expect((await findAccounts(names)).map(({ id }) => id)).toEqual([added[1]!.id, added[2]!.id])
  })

  test('an agent adds them below itself only, and gives no role above its own', async () => {
    const agent = await signIn(server.database, below)
    const sibling = await anAccount(server.database, { parent: boss })
    const rows = [
      { newUsername: name(), role: 'superAgent' },
      { newUsername: name(), role: 'user', superior: sibling.username },
    ]
    const { data } = await server.call(importCalls.check, { kind: 'userImport', rows }, agent)
    expect(data?.findings.map(({ reason }) => reason)).toEqual(['roleNotGrantable', 'unknownAccount'])
    const many = Array.from({ length: 1_001 }, () => ({ newUsername: name(), role: 'user' }))
    const refused = await server.call(importCalls.check, { kind: 'userImport', rows: many }, agent)
    expect(refused.meta).toMatchObject({ code: resultCodes.invalidInput, issues: [{ path: 'rows' }] })
  })
})

test('what the headings of a sheet meant is remembered for the account and the kind', async () => {
  const { terminalID } = await aDevice(server.database, below)
  const headings = { 车架号: 'terminalID', Lessee: 'realname', 序号: null } as const
  const rows = [{ terminalID, realname: 'A' }]
  await commit({ kind: 'huaXiangDataImport', rows, headings: { 其他: 'contract' } })
  await commit({ kind: 'huaXiangDataImport', rows, headings })
  await commit({ kind: 'huaXiangDataImport', rows })
  const ask = async (kind: Start['kind'], by: string) =>
    (await server.call(importCalls.headings, { kind }, by)).data?.headings
  expect(await ask('huaXiangDataImport', token)).toEqual(headings)
  expect(await ask('deviceUpdateZone', token)).toEqual({})
  expect(await ask('huaXiangDataImport', await signIn(server.database, below))).toEqual({})
  for (let left = 3; left > 0; left--) await work()
})
