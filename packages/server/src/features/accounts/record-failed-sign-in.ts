import { recordSecurityEvent } from '../../platform/audit.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/networks.ts'

/** Records a failed sign-in, for those above the account. Of a name that nobody has, none is kept: it may be a password. */
export async function recordFailedSignIn(
  { db, log, address, now }: CallContext<unknown>,
  username: string,
): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where((eb) => eb(eb.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  await recordSecurityEvent(
    db,
    log,
    {
      kind: 'signInFailed',
      time: now,
      accountId: account?.id ?? null,
      address,
      after: { user: account?.username ?? null },
    },
    [account?.id ?? 0, networkOf(address, 'customer')],
  )
}
