import { expect, test } from 'vitest'
import { xmlText } from './xml.ts'

test.each([
  ['what XML gives a meaning', `<a> & "b"`, '&lt;a&gt; &amp; &quot;b&quot;'],
  ['line breaks', 'one\ntwo\tthree', 'one\ntwo\tthree'],
  ['letters of every script', '粤B 🚚 กข', '粤B 🚚 กข'],
  ['what XML cannot carry', 'a\u0000b\u001bc\u0085d\uffffe\ud83df', 'a b c d e f'],
])('%s', (_what, text, written) => expect(xmlText(text)).toBe(written))
