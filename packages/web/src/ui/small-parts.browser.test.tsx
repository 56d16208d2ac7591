import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../testing/fake-server.ts'
import { renderInApp } from '../testing/render.tsx'
import { Address } from './address/Address.tsx'
import { DisabledReason } from './DisabledReason.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { CopyText } from './link/CopyText.tsx'
import { ContentLoading } from './loading/ContentLoading.tsx'
import { Pills } from './Pills.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { SearchField } from './search/SearchField.tsx'

test('a text is copied whole, whatever is shown for it, with a message', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await renderInApp(<CopyText text="861234560010624" label="…0624" />)
  await screen.getByRole('button', { name: 'Copy …0624' }).click()
  expect(write).toHaveBeenCalledExactlyOnceWith('861234560010624')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied')
  write.mockRestore()
})

test('where the browser has no clipboard the text is copied from a field', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  let copied = ''
  document.execCommand = () => {
    copied = (document.activeElement as HTMLTextAreaElement).value
    return true
  }
  const screen = await renderInApp(<CopyText text="13800138701" />)
  await screen.getByRole('button', { name: 'Copy 13800138701' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied')
  expect(copied).toBe('13800138701')
  expect(document.querySelector('textarea')).toBeNull()
  write.mockRestore()
})

test('why a button is disabled is shown on focus too', async () => {
  const screen = await renderInApp(
    <DisabledReason reason="Demo accounts may change nothing.">
      <button type="button" disabled>
        Add
      </button>
    </DisabledReason>,
  )
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('note')).toHaveFocus()
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('Demo accounts may change nothing.')
})

test('what is on its way is shown, without an empty heading', async () => {
  const screen = await renderInApp(<ContentLoading />)
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(screen.getByRole('heading').elements()).toEqual([])
})

function Broken({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error('of the test')
  return <p>all is well</p>
}

function Pages() {
  const [path, setPath] = useState('/broken')
  return (
    <>
      <button type="button" onClick={() => setPath('/whole')}>
        next page
      </button>
      <ErrorBoundary resetKey={path}>
        <Broken isBroken={path === '/broken'} />
      </ErrorBoundary>
    </>
  )
}

test('a page that breaks says so, and the next one is shown again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const screen = await renderInApp(<Pages />)
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText('Something went wrong')).toBeVisible()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(alert).toBeVisible()
  await screen.getByRole('button', { name: 'next page' }).click()
  await expect.element(screen.getByText('all is well')).toBeVisible()
  log.mockRestore()
})

function Choice() {
  const [chosen, setChosen] = useState<'all' | 'due'>('all')
  const pills = [
    { key: 'all', label: 'All', count: 7 },
    { key: 'due', label: 'Due' },
  ] as const
  return <Pills label="Service" pills={pills} chosen={chosen} onChoose={setChosen} />
}

test('of some pills one is pressed', async () => {
  const screen = await renderInApp(<Choice />)
  const group = screen.getByRole('group', { name: 'Service' })
  await expect.element(group.getByRole('button', { name: /^All ?7$/, pressed: true })).toBeVisible()
  await group.getByRole('button', { name: 'Due' }).click()
  await expect.element(group.getByRole('button', { name: 'Due', pressed: true })).toBeVisible()
  await expect.element(group.getByRole('button', { name: /^All/, pressed: false })).toBeVisible()
})

test('an instant is shown by its age, and a missing one by a dash', async () => {
  const at = Date.now() - 3 * 3_600_000
  const screen = await renderInApp(
    <>
      <RelativeTime at={at} />
      <RelativeTime at={null} />
    </>,
  )
  const time = screen.getByText('3 hr ago')
  await expect.element(time).toHaveAttribute('datetime', new Date(at).toISOString())
  await expect.element(screen.getByText('–')).toBeVisible()
})

test('a field searches when one stops typing, at once by Enter, and is cleared by Escape', async () => {
  const onSearch = vi.fn()
  const screen = await renderInApp(<SearchField value="" onSearch={onSearch} label="Name or plate" />)
  const field = screen.getByRole('searchbox', { name: 'Name or plate' })
  await field.fill(' van ')
  await expect.poll(() => onSearch.mock.calls).toEqual([['van']])
  await field.fill('truck')
  await userEvent.keyboard('{Enter}')
  expect(onSearch).toHaveBeenLastCalledWith('truck')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  expect(onSearch.mock.calls).toEqual([['van'], ['truck'], ['']])
})

const places = [
  { lat: 31.1, lon: 121.1 },
  { lat: 31.2, lon: 121.2 },
]

test('addresses of a page are requested together; coordinates are shown where nothing is known', async () => {
  const server = startFakeServer()
  const road = { text: 'China, Shanghai, Caoxi Road 7', short: 'Caoxi Road 7', source: 'amap', isExact: true }
  server.answer(geocodingCalls.find, { addresses: [road, null] } as never)
  const screen = await renderInApp(
    places.map(({ lat, lon }) => <Address key={lat} lat={lat} lon={lon} short />),
  )
  const known = screen.getByText('Caoxi Road 7')
  await expect.element(known).toHaveAttribute('title', 'China, Shanghai, Caoxi Road 7 · © AutoNavi')
  await expect.element(screen.getByText('31.20000, 121.20000')).toBeVisible()
  expect(server.sent(geocodingCalls.find)).toEqual([{ places, language: 'en' }])
})
