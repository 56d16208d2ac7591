import { oneDeviceCalls } from '@trackway/core/api/devices/one-device.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Handler, servePublic } from '../../platform/http/serve.ts'
import { countAttempt, forgiveAttempt } from '../accounts/login-attempts.ts'
import { findSelf } from '../accounts/self.ts'
import { findSession, openSession } from '../accounts/sessions.ts'
import { findByPassword } from '../devices/passwords.ts'

/** Signs in to one device by its own password. */
export const deviceSignInHandlers: readonly Handler[] = [
  servePublic(oneDeviceCalls.signIn, async ({ db, input, address, now }) => {
    const attempt = { username: `device ${input.imei}`, address, browser: null, now }
    await countAttempt(db, attempt)
    const found = await findByPassword(db, input.imei, input.password, now)
    if (found === undefined) throw new Refusal('wrongCredentials')
    await forgiveAttempt(db, attempt)
    const token = await openSession(db, { ...found, isLong: false, now })
    return { token, user: await findSelf(db, await findSession(db, token, now)) }
  }),
]
