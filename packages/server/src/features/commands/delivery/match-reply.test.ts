import { expect, test } from 'vitest'
import { matchReply } from './match-reply.ts'

const open = { code: 'text', content: 'VERSION#', correlations: [7] } as const
const ended = { code: 'text', content: 'PARAM#', correlations: [6] } as const

test.each([
  [7, 'OK!', 'open'],
  [6, 'OK!', 'ended'],
  // Another number, of which nothing is known any more.
  [5, 'OK!', null],
  [5, '[VERSION]S20_1.2', 'open'],
  [5, 'PARAM: 1', 'ended'],
  // None.
  [0, 'OK!', 'open'],
  [null, 'OK!', 'open'],
  [null, 'PARAM: 1', 'ended'],
] as const)('an answer that names %j and says %s', (correlation, text, expected) => {
  expect(matchReply({ correlation, text }, open, ended)).toBe(expected)
})

test('an answer that names a word, where the protocol tells by the text alone', () => {
  expect(matchReply({ correlation: 'T', text: 'OK' }, { ...open, correlations: [] }, null)).toBe('open')
})
