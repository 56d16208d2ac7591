import { expect, test } from 'vitest'
import { readIds } from './read-ids.ts'

test('a pasted list is read however it is parted, each id once and in its order', () => {
  const text =
    ' 861234560010624\n861234560010625, 861234560010626;861234560010627，861234560010628\t861234560010624\r\n'
  expect(readIds(text)).toEqual({
    ids: ['861234560010624', '861234560010625', '861234560010626', '861234560010627', '861234560010628'],
    wrong: [],
  })
})

test('what is no id is listed, and keeps none of the others away', () => {
  expect(readIds('861234560010624 van*3 8.61E+14 van*3')).toEqual({
    ids: ['861234560010624'],
    wrong: ['van*3', '8.61E+14'],
  })
})

test('a list without anything holds nothing', () => expect(readIds(' ,;\n')).toEqual({ ids: [], wrong: [] }))
