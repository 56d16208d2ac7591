import { generateKeyPairSync } from 'node:crypto'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { payAccountCalls as calls } from '@trackway/core/features/pay-accounts/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { type FakeStripe, startFakeStripe } from './testing/fake-stripe.ts'

/** Settings that open another account at a provider are not taken while payments of the one before are under way. */

let server: TestServer
let stripe: FakeStripe
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  stripe = await startFakeStripe(Date.now)
  changeSettings({ payUrls: { stripe: stripe.url } })
  token = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  return () => stripe.stop()
})
afterAll(async () => {
  changeSettings({ payUrls: {} })
  await server.stop()
})

const resultOf = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
const add = async (provider: string, settings: object) => {
  const { data } = await server.call(
    calls.add,
    { provider: provider as 'stripe', name: 'Main', ...settings },
    token,
  )
  return data!.id
}
const edit = async (id: number, provider: string, settings: object) =>
  resultOf(
    await server.call(calls.edit, { id, provider: provider as 'stripe', name: 'Main', ...settings }, token),
  )
const payBegins = (id: number, provider: string) =>
  server.database.pool.query(
    `with placed as (insert into orders (order_no, kind, status, buyer_name, buyer_path, seller_name, pay_type, currency,
       list_amount, amount, share_account_ids, create_time, expire_time)
       values (gen_random_uuid(), 'topUp', 1, '', '/', '', $2, 'USD', 100, 100, '{}', 0, 0) returning id)
     insert into payments (order_id, provider, pay_account_id, state, amount, currency, create_time)
     select id, $2, $1, 'created', 100, 'USD', 0 from placed`,
    [id, provider],
  )

describe('a secret key of Stripe', () => {
  test('that was rolled is taken, that of another account is not', async () => {
    const id = await add('stripe', stripe.settings)
    await payBegins(id, 'stripe')
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_stranger' })).toBe('payAccountInUse')
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_rolled' })).toBe('success')
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_stranger' })).toBe('payAccountInUse')
    expect(await edit(id, 'stripe', {})).toBe('success')
    await server.database.pool.query("update payments set state = 'expired' where pay_account_id = $1", [id])
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_stranger' })).toBe('success')
  })

  test('is known by the account that it opened when it was entered, also when it opens nothing any more', async () => {
    const id = await add('stripe', stripe.settings)
    await payBegins(id, 'stripe')
    await stripe.stop()
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_rolled' })).toBe('payAccountInUse')
    const again = await startFakeStripe(Date.now)
    changeSettings({ payUrls: { stripe: again.url } })
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_rolled' })).toBe('success')
    await again.stop()
  })

  test('that an earlier version stored is asked whose it is', async () => {
    const id = await add('stripe', stripe.settings)
    await payBegins(id, 'stripe')
    await server.database.pool.query('update pay_accounts set identity = null where id = $1', [id])
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_stranger' })).toBe('payAccountInUse')
    expect(await edit(id, 'stripe', { secretKey: 'sk_live_rolled' })).toBe('success')
  })
})

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
})
const weixin = {
  appId: 'wx00000000000000ab',
  mchId: '1900000001',
  certificateSerial: '0123456789abcdef0123',
  privateKey,
  apiV3Key: 'trackway-example-apiv3-key-32-by',
}
const paypal = { clientId: 'app-1', clientSecret: 'secret' }

test.each([
  ['client id of PayPal', 'paypal', paypal, { clientId: 'app-2', clientSecret: 'other' }],
  ['environment of PayPal', 'paypal', paypal, { environment: 'sandbox' }],
  ['merchant of WeChat Pay', 'weixin', weixin, { mchId: '1900000002' }],
])('another %s is another account', async (_, provider, settings, change) => {
  const id = await add(provider, settings)
  await payBegins(id, provider)
  expect(await edit(id, provider, { ...settings, ...change })).toBe('payAccountInUse')
  expect(await edit(id, provider, settings)).toBe('success')
})
