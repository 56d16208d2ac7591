import { languageCodes } from '@trackway/core/codes/languages.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roleNames } from '@trackway/core/codes/roles.ts'
import { connectionStates } from '@trackway/core/codes/states.ts'
import { importKindNames } from '@trackway/core/features/imports/kinds.ts'
import { lists } from '@trackway/core/lists.ts'
import { flattenTexts, type Texts } from '@trackway/core/texts/merge-texts.ts'
import { expect, test } from 'vitest'

const files = import.meta.glob<Texts>(['../**/texts/*.json', '../../../core/src/**/texts/*.json'], {
  import: 'default',
  eager: true,
})
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const textsOf = (language: string) =>
  new Map(
    Object.entries(files).flatMap(([path, texts]) =>
      path.endsWith(`/${language}.json`) ? flattenTexts(texts) : [],
    ),
  )

const cn = textsOf('cn')
const en = textsOf('en')
const placeholders = (text: string) =>
  (text.match(/\{\{\s*\w+/g) ?? []).map((name) => name.slice(2).trim()).sort()
/** `key_one` and `key_other` are forms of `key`; Chinese needs the second only. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

test('Chinese and English have the same keys', () => {
  expect([...new Set([...cn.keys()].map(base))].sort()).toEqual([...new Set([...en.keys()].map(base))].sort())
})

test('a text names the same values in both', () => {
  for (const [key, text] of en) {
    const other = cn.get(key)
    if (other !== undefined) expect([key, placeholders(other)]).toEqual([key, placeholders(text)])
  }
})

test('no text is empty', () => {
  for (const [key, text] of [...cn, ...en]) expect([key, text.trim()]).not.toEqual([key, ''])
})

test('two files never claim the same key', () => {
  const keys = Object.entries(files)
    .filter(([path]) => path.endsWith('/en.json'))
    .flatMap(([, texts]) => flattenTexts(texts).map(([key]) => key))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test('every key used in the code exists', () => {
  const known = new Set([...en.keys()].map(base))
  const tops = [...new Set([...known].map((key) => key.split('.')[0]))].join('|')
  // What stands in `t('…')`, and whatever else looks like a key of ours: labels of the menu, both arms of `? :`.
  const inCall = /\bt\(\s*'([\w.-]+)'/g
  const anywhere = new RegExp(`(?<!texts: )'((?:${tops})\\.[\\w.]*\\w)'`, 'g')
  /** A part whose texts are given by what they begin with. */
  const beginning = /\btexts: '([\w.]+)'/g
  const missing = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(inCall), ...source.matchAll(anywhere)]
      .map(([, key]) => key as string)
      .filter((key) => !known.has(key))
      .concat(
        [...source.matchAll(beginning)]
          .map(([, key]) => `${key}.`)
          .filter((begin) => ![...known].some((key) => key.startsWith(begin))),
      )
      .map((key) => `${path}: ${key}`),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('every result, role, state, list and kind of batch has its text', () => {
  const keys = [
    ...[...Object.keys(resultCodes), 'network', 'timeout'].map((name) => `result.${name}`),
    ...Object.values(roleNames).map((name) => `role.${name}`),
    ...connectionStates.map((state) => `reports.state.${state}`),
    ...importKindNames.map((kind) => `reports.importAbout.${kind}`),
    ...lists.flatMap(({ name, filters, bulk }) => [
      `reports.name.${name}`,
      `list.none.${name}`,
      ...filters.flatMap((filter) =>
        filter.kind === 'search'
          ? [`list.search.${name}`]
          : filter.kind === 'choice'
            ? [
                `list.any.${filter.key}`,
                `list.filter.${filter.key}`,
                ...(typeof filter.texts === 'string'
                  ? filter.codes.map((code) => `${filter.texts}.${code}`)
                  : []),
              ]
            : [],
      ),
      ...bulk.map((action) => `list.bulk.${action.name}`),
    ]),
  ]
  const known = new Set([...en.keys()].flatMap((key) => [key, base(key)]))
  expect(keys.filter((key) => !known.has(key))).toEqual([])
})

test('no key holds the sign that parts a namespace from a key: its text would not be found', () =>
  expect([...en.keys()].filter((key) => key.includes(':'))).toEqual([]))

test('the other languages hold no key that English does not know', () => {
  const known = new Set([...en.keys()].map(base))
  for (const language of languageCodes) {
    const unknown = [...textsOf(language).keys()].filter((key) => !known.has(base(key)))
    expect([language, unknown]).toEqual([language, []])
  }
})
