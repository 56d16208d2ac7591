import { expect, test } from 'vitest'
import { readDeviceUrl } from './device-tabs.ts'

// Links of earlier versions name the tabs of a dialog over the list.
test.each([
  [
    { device: 8675, part: 'service' },
    { device: '8675', part: 'service' },
  ],
  [
    { device: '867520000000107', card: 'service' },
    { device: '867520000000107', part: 'service' },
  ],
  [
    { device: '1', card: 'track' },
    { device: '1', part: 'now' },
  ],
  [
    { device: '1', card: 'settings' },
    { device: '1', part: 'trips' },
  ],
  [
    { device: '1', part: 'nonsense' },
    { device: '1', part: undefined },
  ],
  [{}, { device: undefined, part: undefined }],
])('%o names %o', (raw, url) => expect(readDeviceUrl(raw)).toEqual(url))
