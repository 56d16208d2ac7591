import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { expect, test } from 'vitest'
import { useSession } from '../../../base/session.ts'
import { openStored } from '../../../base/stored.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { LoginForm } from './LoginForm.tsx'

async function open(offers = { isDemoOffered: false, canResetPassword: false }) {
  const server = startFakeServer()
  server.answer(platformCalls.signIn, offers)
  const screen = await renderInApp(<LoginForm />)
  const { user } = useSession.getState()
  useSession.setState({ token: null })
  const submit = () => screen.getByRole('button', { name: 'Sign in' }).click()
  return { server, screen, submit, user: user! }
}

test('a session begins with what was entered', async () => {
  const { server, screen, submit, user } = await open()
  server.answer(accountCalls.login, { token: 'fresh', browser: 'known', user })
  await screen.getByLabelText('User name').fill(' boss ')
  await screen.getByLabelText('Password', { exact: true }).fill(' with blanks ')
  await screen.getByRole('checkbox').click()
  await submit()
  await expect.poll(() => useSession.getState().token).toBe('fresh')
  expect(server.sent(accountCalls.login)).toEqual([
    { username: 'boss', password: ' with blanks ', isLong: true, browser: null },
  ])
})

test('this browser says that it is known when it signs in again', async () => {
  await openStored()
  const { server, screen, submit, user } = await open()
  server.answer(accountCalls.login, { token: 'fresh', browser: 'known', user: { ...user, username: 'Boss' } })
  for (const browser of [null, 'known']) {
    await screen.getByLabelText('User name').fill('boss')
    await screen.getByLabelText('Password', { exact: true }).fill('secret')
    await submit()
    await expect.poll(() => useSession.getState().token).toBe('fresh')
    expect(server.sent(accountCalls.login).at(-1)).toMatchObject({ browser })
    useSession.setState({ token: null })
  }
})

test('a wrong password is shown above the form, and both fields are needed', async () => {
  const { server, screen, submit } = await open()
  await submit()
  expect(server.sent(accountCalls.login)).toEqual([])
  server.refuse(accountCalls.login, 'wrongCredentials')
  await screen.getByLabelText('User name').fill('boss')
  await screen.getByLabelText('Password', { exact: true }).fill('wrong')
  await submit()
  await expect.element(screen.getByText('Wrong user name or password')).toBeVisible()
  expect(useSession.getState().token).toBeNull()
})

test('one device is signed in to by its id and its password', async () => {
  const { server, screen, submit, user } = await open()
  server.refuse(oneDeviceCalls.signIn, 'wrongCredentials')
  await screen.getByText('Single device').click()
  expect(screen.getByLabelText('User name').query()).toBeNull()
  await screen.getByLabelText('Device ID (IMEI)').fill(' 867520000000101 ')
  await screen.getByLabelText('Device password', { exact: true }).fill('secret')
  await submit()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(useSession.getState().token).toBeNull()
  server.answer(oneDeviceCalls.signIn, { token: 'of the device', user })
  await submit()
  await expect.poll(() => useSession.getState().token).toBe('of the device')
  expect(server.sent(oneDeviceCalls.signIn).at(-1)).toEqual({ imei: '867520000000101', password: 'secret' })
})

test('the trial account is offered where there is one, and opened without a password', async () => {
  const without = await open()
  await expect.element(without.screen.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => without.server.sent(platformCalls.signIn)).toHaveLength(1)
  expect(without.screen.getByRole('button', { name: 'Try the live demo' }).elements()).toEqual([])
  await without.screen.unmount()

  const { server, screen, user } = await open({ isDemoOffered: true, canResetPassword: false })
  server.answer(demoAccountCalls.signIn, { token: 'trial', user })
  await screen.getByRole('button', { name: 'Try the live demo' }).click()
  await expect.poll(() => useSession.getState().token).toBe('trial')
})

test('who forgot the password asks for a link, and comes back to the form', async () => {
  const { server, screen } = await open({ isDemoOffered: false, canResetPassword: true })
  server.answer(accountMailCalls.forgotPassword, {})
  await screen.getByRole('button', { name: 'Forgot password?' }).click()
  await screen.getByLabelText('User name or confirmed email').fill('boss')
  await screen.getByRole('button', { name: 'Send link' }).click()
  await expect.element(screen.getByText(/a link is on its way/)).toBeVisible()
  expect(server.sent(accountMailCalls.forgotPassword)).toEqual([{ name: 'boss' }])
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByLabelText('User name')).toBeVisible()
})

test('an account with codes needs one, and a wrong one is shown at its field', async () => {
  const { server, screen, submit, user } = await open()
  server.refuse(accountCalls.login, 'codeNeeded')
  await screen.getByLabelText('User name').fill('boss')
  await screen.getByLabelText('Password', { exact: true }).fill('secret')
  await submit()
  server.refuse(accountCalls.login, 'wrongCode')
  await screen.getByLabelText('Code', { exact: true }).fill('000000')
  await submit()
  await expect
    .element(screen.getByLabelText('Code', { exact: true }))
    .toHaveAccessibleDescription(/wrong code/i)
  server.answer(accountCalls.login, { token: 'fresh', browser: null, user })
  await screen.getByLabelText('Code', { exact: true }).fill('123456')
  await submit()
  await expect.poll(() => useSession.getState().token).toBe('fresh')
  expect(server.sent(accountCalls.login).at(-1)).toMatchObject({
    username: 'boss',
    password: 'secret',
    code: '123456',
  })
})

test('who must have codes sets them up on the way in, and sees the recovery codes before going on', async () => {
  const { server, screen, submit, user } = await open()
  server.refuse(accountCalls.login, 'twoFactorDemanded')
  server.answer(accountCalls.enrol, { secret: 'MZXW6YTBOI', uri: 'otpauth://totp/x?secret=MZXW6YTBOI' })
  await screen.getByLabelText('User name').fill('boss')
  await screen.getByLabelText('Password', { exact: true }).fill('secret')
  await submit()
  await expect.element(screen.getByText('MZXW 6YTB OI')).toBeVisible()
  server.answer(accountCalls.login, {
    token: 'fresh',
    browser: null,
    user,
    recoveryCodes: ['aaaa-bbbb-cccc'],
  })
  await screen.getByLabelText('Code', { exact: true }).fill('123456')
  await submit()
  await expect.element(screen.getByText('aaaa-bbbb-cccc')).toBeVisible()
  expect(useSession.getState().token).toBeNull()
  await screen.getByRole('button', { name: "I've saved them" }).click()
  await expect.poll(() => useSession.getState().token).toBe('fresh')
})
