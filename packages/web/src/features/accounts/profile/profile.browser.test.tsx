import { roles } from '@trackway/core/codes/roles.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { sessionCalls } from '@trackway/core/features/accounts/session-calls.ts'
import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { renderInApp } from '../../../testing/render.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { SessionList } from './SessionList.tsx'

const now = Date.UTC(2026, 10, 20, 8)
const state = { sinceTime: null, recoveryCodesLeft: 0, isDemanded: false, demandsBelow: false }
const noMail = { email: null, bindTime: null, canMail: true }

test('two-factor sign-in is turned on step by step, and its codes are shown once', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, state)
  server.answer(accountMailCalls.state, noMail)
  const screen = await renderInApp(<SecurityTab />)
  // Notices of this browser, which are there first, have a button of that name too.
  const panel = screen.getByRole('region', { name: 'Two-factor sign-in' })
  await panel.getByRole('button', { name: 'Turn on' }).click()
  const secret = 'JBSWY3DPEHPK3PXP'
  server.answer(twoFactorCalls.begin, {
    secret,
    uri: `otpauth://totp/Trackway:boss?secret=${secret}`,
  } as never)
  server.answer(twoFactorCalls.confirm, { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] } as never)
  await screen.getByLabelText('Your password').fill('my password')
  await screen.getByRole('button', { name: 'Next' }).click()
  await screen.getByLabelText('Code', { exact: true }).fill('123456')
  server.answer(twoFactorCalls.state, { ...state, sinceTime: now, recoveryCodesLeft: 2 })
  await screen.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect.element(screen.getByText('bbbb-2222')).toBeVisible()
  expect(server.sent(twoFactorCalls.confirm)).toMatchObject([{ code: '123456' }])
  await expect.element(screen.getByText(/^Only 2 recovery codes are left/)).toBeInTheDocument()
})

test('what an account above demands cannot be turned off', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, { ...state, sinceTime: now, recoveryCodesLeft: 8, isDemanded: true })
  server.answer(accountMailCalls.state, noMail)
  const screen = await renderInApp(<SecurityTab />)
  await expect.element(screen.getByRole('button', { name: 'Turn off' })).toBeDisabled()
  await expect.element(screen.getByText(/recovery codes? (is|are) left/)).not.toBeInTheDocument()
})

test('an agent demands it of all below once that was asked; an end user is not offered to', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, state)
  server.answer(accountMailCalls.state, noMail)
  server.answer(twoFactorCalls.demand, { endedSessions: 3 })
  const screen = await renderInApp(<SecurityTab />, { user: { role: roles.agent } })
  await screen.getByRole('switch', { name: /Require two-factor/ }).click()
  expect(server.sent(twoFactorCalls.demand)).toEqual([])
  await screen.getByRole('button', { name: 'Require' }).click()
  await expect.element(screen.getByText('3 sessions ended')).toBeVisible()
  expect(server.sent(twoFactorCalls.demand)).toEqual([{ isDemanded: true }])
  await screen.unmount()
  const user = await renderInApp(<SecurityTab />, { user: { role: roles.user } })
  await expect.element(user.getByText('Two-factor sign-in').first()).toBeVisible()
  expect(user.getByRole('switch', { name: /Require two-factor/ }).query()).toBeNull()
})

test('a rule that is refused says why, once, and the question stays', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, state)
  server.answer(accountMailCalls.state, noMail)
  server.refuse(twoFactorCalls.demand, 'tooManyRequests')
  const screen = await renderInApp(<SecurityTab />, { user: { role: roles.agent } })
  await screen.getByRole('switch', { name: /Require two-factor/ }).click()
  const require = screen.getByRole('button', { name: 'Require' })
  await require.click()
  await expect.element(screen.getByText('Too many requests. Wait a moment and try again.')).toBeVisible()
  expect(screen.getByText('Too many requests. Wait a moment and try again.').elements()).toHaveLength(1)
  await expect.element(require).toBeVisible()
})

test('an email is confirmed by a link that goes there', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, state)
  server.answer(accountMailCalls.state, noMail)
  server.answer(accountMailCalls.bind, {})
  const screen = await renderInApp(<SecurityTab />, { user: { email: 'boss@example.com' } })
  await screen.getByRole('button', { name: 'Confirm email' }).click()
  await screen.getByLabelText('Your password').fill('my password')
  await screen.getByRole('button', { name: 'Send link' }).click()
  await expect
    .poll(() => server.sent(accountMailCalls.bind))
    .toMatchObject([{ email: 'boss@example.com', password: 'my password' }])
})

test('without a mail server no email can be confirmed', async () => {
  const server = startFakeServer()
  server.answer(twoFactorCalls.state, state)
  server.answer(accountMailCalls.state, { ...noMail, canMail: false })
  const screen = await renderInApp(<SecurityTab />)
  await expect.element(screen.getByRole('button', { name: 'Confirm email' })).toBeDisabled()
})

test('sessions elsewhere can be ended, one or all; this one cannot', async () => {
  const server = startFakeServer()
  const session = (id: number, isCurrent: boolean) => ({
    id,
    isCurrent,
    browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '203.0.113.9',
    createTime: now,
    lastUseTime: now,
    expireTime: now,
  })
  server.answer(sessionCalls.find, { list: [session(1, true), session(2, false)], total: 2 } as never)
  server.answer(sessionCalls.revoke, {})
  server.answer(sessionCalls.revokeOthers, { ended: 1 })
  const screen = await renderInApp(<SessionList />)
  await expect.element(screen.getByText('This session')).toBeVisible()
  expect(screen.getByRole('button', { name: /^End session/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: /^End session/ }).click()
  await expect.poll(() => server.sent(sessionCalls.revoke)).toEqual([{ id: 2 }])
  await screen.getByRole('button', { name: 'End all other sessions' }).first().click()
  await screen.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect.element(screen.getByText('1 session ended')).toBeVisible()
})

test('a profile sends what was changed, and nothing else', async () => {
  const server = startFakeServer()
  server.answer(accountCalls.update, {} as never)
  const screen = await renderInApp(<ProfileForm />, { user: { realname: 'Boss', telephone: '13800138000' } })
  await screen.getByLabelText('Display name').fill('The boss')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(accountCalls.update)).toHaveLength(1)
  const [sent] = server.sent(accountCalls.update)
  expect(sent).toMatchObject({ nickname: 'The boss' })
  expect(sent).not.toHaveProperty('telephone')
})

test('a forgotten password is set anew by the link of a mail, typed twice alike', async () => {
  const server = startFakeServer()
  server.answer(accountMailCalls.setPassword, {})
  const screen = await openPage('/setPassword?token=abcdefghijklmnopqrstuv')
  await screen.getByLabelText('New password', { exact: true }).fill('a longer secret 7')
  await screen.getByLabelText(/[Rr]epeat/).fill('another secret 8')
  await screen.getByRole('button', { name: 'Set password' }).click()
  await expect.element(screen.getByText("Passwords don't match")).toBeVisible()
  expect(server.sent(accountMailCalls.setPassword)).toEqual([])
  await screen.getByLabelText(/[Rr]epeat/).fill('a longer secret 7')
  await screen.getByRole('button', { name: 'Set password' }).click()
  await expect.element(screen.getByText('Your new password is set. Sign in with it.')).toBeVisible()
  expect(server.sent(accountMailCalls.setPassword)).toMatchObject([
    { token: 'abcdefghijklmnopqrstuv', newPassword: 'a longer secret 7' },
  ])
})

test('an email is confirmed by a click, for programs that scan mails open links too', async () => {
  const server = startFakeServer()
  server.answer(accountMailCalls.confirm, { email: 'boss@example.com' })
  const screen = await openPage('/confirmEmail?token=abcdefghijklmnopqrstuv')
  await expect.element(screen.getByRole('button', { name: 'Confirm this email' })).toBeVisible()
  expect(server.sent(accountMailCalls.confirm)).toEqual([])
  await screen.getByRole('button', { name: 'Confirm this email' }).click()
  await expect.element(screen.getByText('boss@example.com is confirmed')).toBeVisible()
})
