import { expect, test } from 'vitest'
import { afterLogin, pathOfSignIn } from './after-login.ts'

const any = () => true

test.each([
  ['/index/home', '/index/home'],
  ['/index/home?terminalID=1#x', '/index/home?terminalID=1#x'],
  ['/test/log/search?terminalID=1', '/test/log/search?terminalID=1'],
  ['/payResult?orderNo=TW1', '/payResult?orderNo=TW1'],
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

test.each([
  ['/', '/login'],
  ['/redirect', '/login'],
  ['/login?next=%2Findex%2Fhome', '/login?next=%2Findex%2Fhome'],
  [
    '/index/device/deviceList?search=8675#x',
    '/login?next=%2Findex%2Fdevice%2FdeviceList%3Fsearch%3D8675%23x',
  ],
  ['/payResult?orderNo=TW1', '/login?next=%2FpayResult%3ForderNo%3DTW1'],
  ['/loginByCert?imei=1&cert=2', null],
  ['/notFound', null],
])('who asks for %s without a session is sent to %s', (path, to) =>
  expect(pathOfSignIn(new URL(path, 'http://trackway.example'))).toBe(to),
)
