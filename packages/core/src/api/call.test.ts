import { expect, test } from 'vitest'
import { line, prose } from './call.ts'

test.each([
  { what: 'a name in any script', text: '粤B88888 สวัสดี Ñandú 🚚', isGood: true },
  { what: 'a turned direction', text: 'a\u202eevil', isGood: false },
  { what: 'a NUL', text: 'a\u0000b', isGood: false },
  { what: 'a line break', text: 'a\nb', isGood: false },
  { what: 'what is too long', text: 'x'.repeat(65), isGood: false },
])('a line: $what', ({ text, isGood }) => expect(line(64).safeParse(text).success).toBe(isGood))

test.each([
  { what: 'a line break', text: 'a\r\nb\tc', isGood: true },
  { what: 'a turned direction', text: 'a\u2066b', isGood: false },
])('prose: $what', ({ text, isGood }) => expect(prose(64).safeParse(text).success).toBe(isGood))
