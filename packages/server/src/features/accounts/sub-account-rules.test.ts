import { resultText } from '@trackway/core/codes/result-texts.ts'
import type { ResultName } from '@trackway/core/codes/results.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { agentDeviceCountCalls, importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { type Reply, startTestServer, type TestServer } from '../../testing/test-server.ts'

/** The rules for accounts, one row each: the request, and the result that refuses it. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const day = 86_400_000

/** root (admin) - agent - { sales - { shop (agent), end (user) }, other (agent) } */
async function aTree() {
  const { database } = server
  const root = await anAccount(database, { role: roles.admin })
  const agent = await anAccount(database, { parent: root })
  const sales = await anAccount(database, { parent: agent })
  const shop = await anAccount(database, { parent: sales })
  const end = await anAccount(database, { parent: sales, role: roles.user })
  const other = await anAccount(database, { parent: agent })
  const token = await signIn(database, agent)
  const call = ((...[which, input]: [never, never]) => server.call(which, input, token)) as unknown as <C>(
    which: C,
    input: object,
  ) => Promise<Reply<unknown>>
  return { root, agent, sales, shop, end, other, token, call }
}
type Tree = Awaited<ReturnType<typeof aTree>>
const transfer = (tree: Tree, account: TestAccount, to: TestAccount) =>
  tree.call(subAccountCalls.transfer, { id: account.id, parentId: to.id })

const rules: [string, ResultName, (tree: Tree) => Promise<Reply<unknown>>][] = [
  ['a transfer to oneself', 'transferToSelf', (tree) => transfer(tree, tree.sales, tree.sales)],
  ['a transfer to where it is', 'alreadyThere', (tree) => transfer(tree, tree.shop, tree.sales)],
  [
    'a superior under its subordinate',
    'transferUnderDescendant',
    (tree) => transfer(tree, tree.sales, tree.shop),
  ],
  ['an account under an end user', 'noSubAccounts', (tree) => transfer(tree, tree.other, tree.end)],
  ['the transfer of a stranger', 'notFound', (tree) => transfer(tree, tree.root, tree.other)],
  ['the transfer of oneself', 'notFound', (tree) => transfer(tree, tree.agent, tree.other)],
  [
    'a transfer under somebody who ends earlier',
    'endsAfterSuperior',
    async (tree) => {
      const soon = await anAccount(server.database, { parent: tree.agent, expire_time: Date.now() + day })
      return transfer(tree, tree.sales, soon)
    },
  ],
  [
    'a transfer over the device limit of the new superior',
    'deviceLimitReached',
    async (tree) => {
      await aDevice(server.database, tree.shop)
      await tree.call(agentDeviceCountCalls.add, { userId: tree.other.id, totalDeviceCount: 0 })
      return transfer(tree, tree.sales, tree.other)
    },
  ],
  [
    'a new account under an end user',
    'noSubAccounts',
    (tree) => tree.call(subAccountCalls.insert, newAccount(tree.end.id, 'under-end')),
  ],
  [
    'a role that the caller may not give',
    'roleNotGrantable',
    (tree) => tree.call(subAccountCalls.updateRole, { id: tree.shop.id, role: roles.test }),
  ],
  [
    'a role without sub-accounts for who has some',
    'roleHasSubAccounts',
    (tree) => tree.call(subAccountCalls.updateRole, { id: tree.sales.id, role: roles.user }),
  ],
  [
    'the deletion of an account with subordinates',
    'accountInUse',
    (tree) => tree.call(subAccountCalls.delete, { id: tree.sales.id }),
  ],
  [
    'the deletion of an account with devices',
    'accountInUse',
    async (tree) => {
      await aDevice(server.database, tree.end)
      return tree.call(subAccountCalls.delete, { id: tree.end.id })
    },
  ],
  [
    'the deletion of all below while one has devices',
    'accountInUse',
    async (tree) => {
      await aDevice(server.database, tree.end)
      return tree.call(subAccountCalls.deleteAll, { id: tree.sales.id, count: 2 })
    },
  ],
  [
    'the deletion of another number than typed',
    'countDiffers',
    (tree) => tree.call(subAccountCalls.deleteAll, { id: tree.sales.id, count: 3 }),
  ],
  [
    'a user name that exists, in any case',
    'usernameTaken',
    (tree) => tree.call(subAccountCalls.insert, newAccount(tree.sales.id, tree.shop.username.toUpperCase())),
  ],
  [
    'a change to a user name that exists',
    'usernameTaken',
    (tree) => tree.call(subAccountCalls.updateUsername, { id: tree.end.id, username: tree.shop.username }),
  ],
  [
    'an end after that of the superior',
    'invalidInput',
    async (tree) => {
      await tree.call(accountCalls.update, { id: tree.sales.id, expireTime: Date.now() + day })
      return tree.call(accountCalls.update, { id: tree.shop.id, expireTime: Date.now() + 2 * day })
    },
  ],
  [
    'an expiry of one’s own',
    'noPermission',
    (tree) => tree.call(accountCalls.update, { id: tree.agent.id, expireTime: Date.now() + day }),
  ],
  [
    'import counts for an end user',
    'notAnAgent',
    (tree) => tree.call(importCountCalls.add, { id: tree.end.id, count: 1 }),
  ],
  [
    'more import counts than the caller has',
    'notEnoughImportCounts',
    (tree) => tree.call(importCountCalls.add, { id: tree.shop.id, count: 1 }),
  ],
  [
    'import counts for oneself',
    'notFound',
    (tree) => tree.call(importCountCalls.add, { id: tree.agent.id, count: 1 }),
  ],
  [
    'a second device limit',
    'deviceLimitTaken',
    async (tree) => {
      await tree.call(agentDeviceCountCalls.add, { userId: tree.shop.id, totalDeviceCount: 5 })
      return tree.call(agentDeviceCountCalls.add, { userId: tree.shop.id, totalDeviceCount: 6 })
    },
  ],
  [
    'acting as a suspended account',
    'accountExpired',
    async (tree) => {
      await tree.call(subAccountCalls.suspend, { id: tree.shop.id })
      return tree.call(subAccountCalls.actAs, { id: tree.shop.id })
    },
  ],
  ['acting as oneself', 'notFound', (tree) => tree.call(subAccountCalls.actAs, { id: tree.agent.id })],
]

const newAccount = (parentId: number, username: string) => ({
  parentId,
  username,
  password: 'a long password',
  role: roles.user,
})

test.each(rules)('%s is refused: %s', async (_what, refusal, ask) => {
  const tree = await aTree()
  const reply = await ask(tree)
  expect(resultNames[reply.meta.code]).toBe(refusal)
  expect(resultText(refusal, 'cn')).not.toBe(resultText(refusal, 'en'))
  // The tree is as it was.
  const rows = await server.database.db
    .selectFrom('accounts')
    .select(['id', 'path', 'role'])
    .where('id', 'in', [tree.sales.id, tree.shop.id, tree.end.id, tree.other.id])
    .orderBy('id')
    .execute()
  expect(rows).toEqual(
    [tree.sales, tree.shop, tree.end, tree.other].map(({ id, path, role }) => ({ id, path, role })),
  )
})
