import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInApp } from '../../testing/render.tsx'
import { type HomeKeys, useLocationsKeys } from './use-locations-keys.ts'

function Screen({ keys }: { keys: HomeKeys }) {
  useLocationsKeys(keys)
  return <input aria-label="search" />
}

async function open() {
  const keys = {
    onStep: vi.fn(),
    onFollow: vi.fn(),
    onToggleList: vi.fn(),
    onEscape: vi.fn(),
  }
  const screen = await renderInApp(<Screen keys={keys} />)
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  return { screen, keys, calls: () => Object.values(keys).flatMap((key) => key.mock.calls) }
}

test.each([
  ['[[', 'onStep', [-1]],
  [']', 'onStep', [1]],
  ['.', 'onFollow', []],
  ['l', 'onToggleList', []],
  ['L', 'onToggleList', []],
  ['{Escape}', 'onEscape', []],
] as const)('%s calls %s', async (key, name, args) => {
  const { keys, calls } = await open()
  await userEvent.keyboard(key)
  expect(keys[name]).toHaveBeenCalledExactlyOnceWith(...args)
  expect(calls()).toHaveLength(1)
})

test('who types into a field types, and shortcuts of the browser stay its own', async () => {
  const { screen, calls } = await open()
  await userEvent.keyboard('{Control>}l{/Control}')
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('l/.')
  await expect.element(screen.getByRole('textbox')).toHaveValue('l/.')
  expect(calls()).toEqual([])
})

test('a key that something else has used is left alone, and a closed screen receives none', async () => {
  const { screen, calls } = await open()
  const event = new KeyboardEvent('keydown', { key: 'l', cancelable: true })
  event.preventDefault()
  dispatchEvent(event)
  screen.unmount()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'l' }))
  expect(calls()).toEqual([])
})
