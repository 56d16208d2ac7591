import { expect, test } from 'vitest'
import { afterLogin } from './after-login.ts'

const any = () => true

test.each([
  ['/index/home', '/index/home'],
  ['/index/home?terminalID=1#x', '/index/home?terminalID=1#x'],
  ['/test/log/search?terminalID=1', '/test/log/search?terminalID=1'],
  [undefined, null],
  ['', null],
  ['/login', null],
  ['//evil.example/index/home', null],
  ['/\\evil.example', null],
  ['https://evil.example/index/home', null],
  ['javascript:alert(1)', null],
])('next %j leads to %j', (next, to) => expect(afterLogin(next, any)).toBe(to))

test('what the new session may not open is not opened', () =>
  expect(afterLogin('/index/device/deviceList', () => false)).toBeNull())
