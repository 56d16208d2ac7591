import { expect, test } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { StopStack } from './stop-stack.ts'

test('a start that stumbles over what a stop has ended was stopped, and did not fail', async () => {
  const stops = new StopStack()
  const stopped: string[] = []
  const start = stops.during(async () => {
    await stops.add(async () => stopped.push('database'))
    await stops.stopAll()
    throw new Error('Cannot use a pool after calling end on the pool')
  })
  await expect(start).rejects.toThrow(StartError)
  expect(stopped).toEqual(['database'])
})

test('a start that fails throws its cause, and stops what it had started, the last first', async () => {
  const stops = new StopStack()
  const stopped: string[] = []
  const start = stops.during(async () => {
    for (const name of ['database', 'bus']) await stops.add(async () => stopped.push(name))
    throw new Error('no room')
  })
  await expect(start).rejects.toThrow('no room')
  expect(stopped).toEqual(['bus', 'database'])
})

test('what comes up after the stop is stopped at once', async () => {
  const stops = new StopStack()
  await stops.stopAll()
  const stopped: string[] = []
  await expect(stops.add(async () => stopped.push('late'))).rejects.toThrow('Stopped before it was ready')
  expect(stopped).toEqual(['late'])
})
