import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { recordSecurityEvent } from '../../platform/audit.ts'
import { Refusal } from '../../platform/errors.ts'
import { type CallContext, type Handler, servePublic } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/networks.ts'
import { countAttempt, forgiveAttempt } from '../accounts/login-attempts.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findByPassword } from '../devices/passwords.ts'

/** Records a failed sign-in, for those above the device's account. It takes as long for an id that no device has. */
async function recordFailedSignIn(
  { db, log, address, now }: CallContext<unknown>,
  terminalId: string,
): Promise<void> {
  const device = await db
    .selectFrom('devices')
    .select(['id', 'account_id as accountId'])
    .where('terminal_id', '=', terminalId)
    .executeTakeFirst()
  await recordSecurityEvent(
    db,
    log,
    {
      kind: 'signInFailed',
      time: now,
      accountId: device?.accountId ?? null,
      terminalId: device && terminalId,
      address,
    },
    [device?.id ?? 'no device', networkOf(address, 'customer')],
  )
}

/** Signs in to one device by its own password. Wrong ones are limited as those of accounts are. */
export const deviceSignInHandlers: readonly Handler[] = [
  servePublic(oneDeviceCalls.signIn, async (context) => {
    const { db, input, address, now, signal } = context
    const attempt = { username: `device ${input.imei}`, address, known: null, now, signal }
    await countAttempt(db, attempt)
    const found = await findByPassword(db, input.imei, input.password, now)
    if (found === undefined) {
      await recordFailedSignIn(context, input.imei)
      throw new Refusal('wrongCredentials')
    }
    await forgiveAttempt(db, attempt)
    const token = await openSession(db, { ...found, isLong: false, now })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),
]
