import { expect, test } from 'vitest'
import { hostReach } from './host-reach.ts'

test.each([
  ['localhost', 'loopback'],
  ['127.0.0.1', 'loopback'],
  ['[::1]', 'loopback'],
  ['trackway.localhost', 'loopback'],
  ['192.168.1.20', 'private'],
  ['10.0.0.7', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['100.64.0.1', 'private'],
  ['100.128.0.1', 'public'],
  ['169.254.1.1', 'private'],
  ['[fd00::1]', 'private'],
  ['[fe80::1]', 'private'],
  ['[2001:db8::1]', 'public'],
  ['nas', 'private'],
  ['nas.local', 'private'],
  ['203.0.113.7', 'public'],
  ['gps.example.com', 'public'],
  ['fe80.example.com', 'public'],
])('%s is reached as %s', (host, reach) => expect(hostReach(host)).toBe(reach))
