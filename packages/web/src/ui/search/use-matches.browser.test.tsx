import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInApp } from '../../testing/render.tsx'
import { SearchField } from './SearchField.tsx'
import { useMatches } from './use-matches.ts'

const names = ['Tram 1', 'Truck 2', 'Truck 3']

/** A list that is searched, whose answers come when they are let. */
function Searched({ onTake, isPending = false }: { onTake: (name: string) => void; isPending?: boolean }) {
  const [search, setSearch] = useState('')
  const found = search ? names.filter((name) => name.toLowerCase().includes(search)) : []
  const matches = useMatches({ matches: found, searched: search, isPending, onTake })
  return (
    <>
      <SearchField value={search} onSearch={setSearch} label="Name" matches={matches} />
      <ul>
        {found.map((name, at) => (
          <li key={name} aria-current={at === matches.marked}>
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}

async function start() {
  const onTake = vi.fn()
  const screen = await renderInApp(<Searched onTake={onTake} />)
  await screen.getByRole('searchbox').click()
  const taken = () => onTake.mock.calls.map(([name]) => name)
  return { screen, taken }
}

test('Enter takes the only match, though it is found after the key', async () => {
  const { taken } = await start()
  await userEvent.keyboard('tram{Enter}')
  await expect.poll(taken).toEqual(['Tram 1'])
})

test('of several Enter marks the first, and takes it the second time', async () => {
  const { screen, taken } = await start()
  await userEvent.keyboard('truck{Enter}')
  await expect.element(screen.getByText('Truck 2')).toHaveAttribute('aria-current', 'true')
  expect(taken()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(taken).toEqual(['Truck 2'])
})

test('arrows move the mark, round the end, and other text takes it away', async () => {
  const { screen, taken } = await start()
  await userEvent.keyboard('truck')
  await expect.element(screen.getByText('Truck 3')).toBeVisible()
  await userEvent.keyboard('{ArrowUp}{Enter}{ArrowDown}{Enter}')
  await expect.poll(taken).toEqual(['Truck 3', 'Truck 2'])
  await userEvent.keyboard('{Backspace}')
  await expect.element(screen.getByText('Truck 2')).toHaveAttribute('aria-current', 'false')
})

/** Its answer comes with the button. */
function Answered({ onTake }: { onTake: (name: string) => void }) {
  const [isPending, setPending] = useState(true)
  return (
    <>
      <Searched onTake={onTake} isPending={isPending} />
      <button type="button" onClick={() => setPending(false)}>
        Answer
      </button>
    </>
  )
}

test('Enter waits for the answer', async () => {
  const onTake = vi.fn()
  const screen = await renderInApp(<Answered onTake={onTake} />)
  await screen.getByRole('searchbox').click()
  await userEvent.keyboard('tram{Enter}')
  await expect.element(screen.getByText('Tram 1')).toBeVisible()
  expect(onTake).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => onTake.mock.calls).toEqual([['Tram 1', false]])
})
