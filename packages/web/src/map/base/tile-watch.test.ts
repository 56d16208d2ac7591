import { expect, test, vi } from 'vitest'
import { TileWatch } from './tile-watch.ts'

test('gives up after eight failures without a success within ten seconds', () => {
  const onFailure = vi.fn()
  const watch = new TileWatch(onFailure)
  for (let i = 0; i < 7; i++) watch.failed(i * 100)
  expect(onFailure).not.toHaveBeenCalled()
  watch.failed(700)
  watch.failed(800)
  expect(onFailure).toHaveBeenCalledOnce()
})

test('a tile that arrives, or failures far apart, are no reason', () => {
  const onFailure = vi.fn()
  const watch = new TileWatch(onFailure)
  for (let i = 0; i < 7; i++) watch.failed(i)
  watch.succeeded()
  for (let i = 0; i < 20; i++) watch.failed(1000 + i * 2000)
  expect(onFailure).not.toHaveBeenCalled()
})

test('says nothing once stopped', () => {
  const onFailure = vi.fn()
  const watch = new TileWatch(onFailure)
  watch.stop()
  for (let i = 0; i < 20; i++) watch.failed(i)
  expect(onFailure).not.toHaveBeenCalled()
})
