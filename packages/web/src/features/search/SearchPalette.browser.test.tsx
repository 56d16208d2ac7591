import { useLocation } from '@tanstack/react-router'
import { roles } from '@trackway/core/codes/roles.ts'
import { type FoundAccount, type FoundDevice, searchCalls } from '@trackway/core/features/search/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseAccount } from '../../base/chosen/account.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { SearchPalette } from './SearchPalette.tsx'
import { useSearchPalette } from './use-search-palette.ts'

const device: FoundDevice = {
  kind: 'device',
  id: 9,
  terminalID: '861234560010624',
  displayName: '粤B12345',
  state: 'online',
  field: 'sim',
  value: '13912344321',
  isExact: true,
  owners: [
    { id: 3, name: 'North' },
    { id: 4, name: '港口物流' },
  ],
}
const account: FoundAccount = {
  kind: 'account',
  id: 4,
  username: 'harbour',
  nickname: '港口物流',
  role: roles.user,
  field: 'username',
  value: 'harbour',
  isExact: false,
  owners: [{ id: 3, name: 'North' }],
}

function Page() {
  const { href } = useLocation()
  const { palette } = useSearchPalette()
  return (
    <>
      <button type="button">before</button>
      <input aria-label="some field" />
      <output>{href}</output>
      <SearchPalette
        {...palette}
        screens={[{ path: '/index/track', name: 'Replay', icon: null, search: {} }]}
      />
    </>
  )
}

async function open(user = {}) {
  const server = startFakeServer()
  server.answer(searchCalls.find, { list: [device, account], hasMoreDevices: true, hasMoreAccounts: false })
  const screen = await renderInApp(<Page />, { user })
  await screen.getByRole('button', { name: 'before' }).click()
  return { server, screen }
}
const type = async (text: string) => {
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard(text)
}
const at = () => page.getByRole('status').first()

/** Watches vehicles and does not manage devices. */
const viewer = { role: roles.user }

test('/ opens it, Enter opens the device on the map, with who owns it and which field matched', async () => {
  const { screen } = await open()
  await type('1391')
  const first = screen.getByRole('option', { name: /粤B12345/ })
  await expect.element(first).toHaveTextContent('SIM 13912344321 · North › 港口物流')
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(at()).toHaveTextContent('/index/home?terminalID=861234560010624')
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument()
})

test('Shift+Enter and a button manage the device', async () => {
  const { screen } = await open()
  for (const manage of [
    () => userEvent.keyboard('{Shift>}{Enter}{/Shift}'),
    () => screen.getByRole('button', { name: 'Manage: 粤B12345' }).click(),
  ]) {
    await type('1391')
    await expect.element(screen.getByRole('option', { name: /粤B12345/ })).toBeVisible()
    await manage()
    await expect.element(at()).toHaveTextContent('/index/device/deviceInfo?device=861234560010624')
    await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument()
  }
})

test('what is typed before the field is there is kept, Enter too', async () => {
  const { server } = await open()
  await userEvent.keyboard('/HKX-6223{Backspace}')
  await expect.element(page.getByRole('combobox')).toHaveValue('HKX-622')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}622{Enter}')
  await expect.element(at()).toHaveTextContent('/index/home?terminalID=861234560010624')
  expect(server.sent(searchCalls.find).at(-1)).toEqual({ text: '622' })
})

test('who does not manage devices has them opened on the map either way', async () => {
  await open(viewer)
  await type('1391')
  await expect.element(page.getByRole('option', { name: /粤B12345/ })).toBeVisible()
  expect(page.getByRole('button', { name: 'Manage: 粤B12345' }).query()).toBeNull()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(at()).toHaveTextContent('/index/home?terminalID=861234560010624')
})

test('an account opens as the scope of the map', async () => {
  await open()
  await type('harb')
  await expect.element(page.getByRole('option', { name: /harbour/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(at()).toHaveTextContent('/index/home?userId=4')
})

test('the customer chosen stays chosen where the device is theirs, and no longer where it is not', async () => {
  onTestFinished(() => chooseAccount(undefined))
  await open(viewer)
  for (const [chosen, search] of [
    [4, '?terminalID=861234560010624&userId=4'],
    [77, '?terminalID=861234560010624'],
  ] as const) {
    chooseAccount(chosen)
    await type('1391')
    await expect.element(page.getByRole('option', { name: /粤B12345/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
    await expect.element(at()).toHaveTextContent(new RegExp(`${search.replace('?', '\\?')}$`))
  }
})

test('a pasted whole identifier is requested at once, digits only from three on', async () => {
  const { server, screen } = await open()
  await type('13')
  await expect.element(screen.getByText('Enter at least three digits.')).toBeVisible()
  await userEvent.fill(page.getByRole('combobox').element(), '861234560010624')
  await expect.element(screen.getByRole('option', { name: /粤B12345/ })).toBeVisible()
  expect(server.sent(searchCalls.find)).toEqual([{ text: '861234560010624' }])
})

test('who presses Enter before the answer is there is not asked to press it again', async () => {
  await open(viewer)
  await type('861234560010624{Enter}')
  await expect.element(at()).toHaveTextContent('/index/home?terminalID=861234560010624')
})

test('screens are found by their names, from within a field by Ctrl+K, and Escape gives the keyboard back', async () => {
  const { server, screen } = await open()
  server.answer(searchCalls.find, { list: [], hasMoreDevices: false, hasMoreAccounts: false })
  await screen.getByRole('textbox', { name: 'some field' }).click()
  await userEvent.keyboard('/')
  expect(screen.getByRole('combobox').query()).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('repl')
  await expect.element(screen.getByRole('option', { name: 'Replay' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('textbox', { name: 'some field' })).toHaveFocus()
})

test('nothing found says what to try, a refusal why', async () => {
  const { server, screen } = await open()
  server.answer(searchCalls.find, { list: [], hasMoreDevices: false, hasMoreAccounts: false })
  await type('zzzz')
  await expect.element(screen.getByText('Nothing found for “zzzz”')).toBeVisible()
  server.refuse(searchCalls.find, 'tooManyRequests')
  await userEvent.keyboard('y')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too many requests')
})

test('on a phone it fills the page and has a button to close', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await open()
  await type('1391')
  await expect.element(screen.getByRole('option', { name: /粤B12345/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument()
})
