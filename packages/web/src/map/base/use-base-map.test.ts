import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStreetFiles } from '../streets/street-files.ts'
import { defaultMapSettings } from './base-maps.ts'
import { chooseBaseMap, findBaseMap, reportUnreachable, setPlace, useBaseMap } from './use-base-map.ts'

/** Hosts that send tiles. */
let sending: Set<string>
/** Whether a host refuses at once, or never answers. */
let refuses: (host: string) => boolean
let requests: string[]
const hosts: Partial<Record<BaseMapId, string>> = {
  osm: 'tile.openstreetmap.org',
  gaode: 'is.autonavi.com',
  tianditu: 'tianditu.gov.cn',
}
const state = () => useBaseMap.getState()
const settings = {
  keys: { gaode: 'k', tianditu: 'k' },
  enabled: ['offline', 'osm', 'gaode', 'tianditu'] as BaseMapId[],
  order: ['gaode', 'tianditu', 'osm'] as BaseMapId[],
}

beforeEach(() => {
  sending = new Set()
  refuses = () => true
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal(
    'Image',
    class {
      onload: (() => void) | undefined
      onerror: (() => void) | undefined
      set src(url: string) {
        const host = Object.values(hosts).find((each) => new URL(url).host.endsWith(each)) ?? ''
        requests.push(host)
        const isSent = sending.has(host)
        if (isSent || refuses(host)) queueMicrotask(() => (isSent ? this.onload?.() : this.onerror?.()))
      }
    },
  )
  useBaseMap.setState({ settings, chosen: null, shown: 'offline', silent: [] })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useStreetFiles.setState({ files: null })
  useBaseMap.setState({ settings: defaultMapSettings, chosen: null, shown: 'offline', silent: [] })
})

test('the first of the order that sends tiles is shown, those before it are known to be silent', async () => {
  sending.add(hosts.tianditu!)
  await findBaseMap()
  expect(state()).toMatchObject({ shown: 'tianditu', silent: ['gaode'] })
  expect(requests).not.toContain(hosts.osm)
})

test('where nobody answers the built-in map is shown, and they are asked again after a minute', async () => {
  useBaseMap.setState({ shown: 'osm' })
  await findBaseMap()
  expect(state()).toMatchObject({ shown: 'offline', silent: ['gaode', 'tianditu', 'osm'] })
  sending.add(hosts.gaode!)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(state().shown).toBe('offline')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(state()).toMatchObject({ shown: 'gaode', silent: [] })
})

test('what is shown stays until a better one has answered; silence counts after two seconds', async () => {
  refuses = () => false
  sending.add(hosts.osm!)
  useBaseMap.setState({ shown: 'osm' })
  const found = findBaseMap()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(state().shown).toBe('osm')
  expect(requests).not.toContain(hosts.osm)
  await vi.advanceTimersByTimeAsync(200)
  await found
  expect(state()).toMatchObject({ shown: 'osm', silent: ['gaode', 'tianditu'] })
})

test('a map that stopped sending is not left on the screen while others are tried', async () => {
  useBaseMap.setState({ shown: 'gaode' })
  refuses = (host) => host === hosts.gaode
  sending.add(hosts.osm!)
  const found = findBaseMap()
  await vi.advanceTimersByTimeAsync(100)
  expect(state().shown).toBe('offline')
  await vi.advanceTimersByTimeAsync(2_000)
  await found
  expect(state()).toMatchObject({ shown: 'osm', silent: ['gaode', 'tianditu'] })
})

test('what the user chose is tried first, and without a choice the best one again', async () => {
  for (const host of Object.values(hosts)) sending.add(host)
  chooseBaseMap('osm')
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toMatchObject({ chosen: 'osm', shown: 'osm' })
  chooseBaseMap(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toMatchObject({ chosen: null, shown: 'gaode' })
})

test('a choice during a search ends that search', async () => {
  refuses = () => false
  sending.add(hosts.osm!)
  const found = findBaseMap()
  chooseBaseMap('offline')
  await vi.advanceTimersByTimeAsync(10_000)
  await found
  expect(state()).toMatchObject({ shown: 'offline', silent: [] })
})

test('tiles that do not come any more lead to the next map', async () => {
  for (const host of Object.values(hosts)) sending.add(host)
  await findBaseMap()
  expect(state().shown).toBe('gaode')
  sending.delete(hosts.gaode!)
  reportUnreachable()
  await vi.advanceTimersByTimeAsync(0)
  expect(state()).toMatchObject({ shown: 'tianditu', silent: ['gaode'] })
})

test('installed streets are shown where they reach and one looks at streets, else the network’s', async () => {
  useBaseMap.setState({ settings: defaultMapSettings })
  useStreetFiles.setState({ files: [{ id: 'town', bounds: [9, 47, 10, 48] } as never] })
  sending.add(hosts.osm!)
  await findBaseMap()
  expect(state().shown).toBe('osm')
  setPlace(9.5, 47.5, 11)
  await vi.advanceTimersByTimeAsync(0)
  expect(state().shown).toBe('osm')
  setPlace(9.5, 47.5, 13)
  await vi.advanceTimersByTimeAsync(0)
  expect(state().shown).toBe('offline')
  setPlace(20, 47.5, 13)
  await vi.advanceTimersByTimeAsync(0)
  expect(state().shown).toBe('osm')
})
