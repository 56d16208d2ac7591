import { expect, test } from 'vitest'
import { isPublicUrl } from './public-url.ts'

test.each([
  'https://track.example.com',
  'https://track.example.com/',
  'http://10.0.0.5:8080',
  'https://example.com/gps',
  'https://example.com/gps/',
  'https://example.com/x/b.c_d~e-f/',
  'https://example.com/indexes/',
])('people may open the platform at %s', (url) => expect(isPublicUrl(url)).toBe(true))

test.each([
  'track.example.com',
  'ftp://example.com/',
  'https://example.com/?a=1',
  'https://example.com/#top',
  'https://example.com/a%20b/',
  'https://example.com/a;b/',
  'https://example.com/a//b/',
  'https://example.com/api',
  'https://example.com/index/gps/',
])('but not at %s', (url) => expect(isPublicUrl(url)).toBe(false))
