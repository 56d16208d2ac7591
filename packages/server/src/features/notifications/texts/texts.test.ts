import { expect, test } from 'vitest'
import cn from './cn.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

test('every text is there in each language, with the same values in it', () => {
  expect(Object.keys(cn).sort()).toEqual(Object.keys(en).sort())
  for (const [name, text] of Object.entries(en))
    expect([name, namesIn(cn[name as keyof typeof cn])]).toEqual([name, namesIn(text)])
})
