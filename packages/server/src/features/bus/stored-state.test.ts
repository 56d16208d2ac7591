import { advanceOnLines, newBusState } from '@trackway/core/features/bus/progress.ts'
import { aLine, at, drive } from '@trackway/core/features/bus/testing/drives.ts'
import { expect, test } from 'vitest'
import { busStateForm, storedNewState } from './stored-state.ts'

test('what is known of a vehicle is read as it was stored, wherever it is on its line', () => {
  const line = aLine([at(0), at(4000)], [at(0), at(1000), at(4000)])
  const way = [0, 100, 130, 400].map((s, i) => ({ s, to: at([0, 1000, 1000, 4000][i]!) }))
  let state = busStateForm.read(JSON.parse(storedNewState))
  expect(state).toEqual(newBusState)
  for (const fix of drive(way)) {
    const next = advanceOnLines(state!, fix, [line]).state
    state = busStateForm.read(JSON.parse(JSON.stringify(busStateForm.write(next))))
    expect(state).toEqual(next)
  }
})
