import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@trackway/core/codes/languages.ts'
import { fillIn } from '@trackway/core/texts/fill-in.ts'
import { flattenTexts } from '@trackway/core/texts/merge-texts.ts'

/** Texts of lists and reports for files and mails: those of all features, which the web reads too. */

const core = fileURLToPath(new URL('../../../../core/src/', import.meta.url))
const textsOf = new Map<Language, ReadonlyMap<string, string>>()

/**
 * The text `reports.<key>`, or `<key>` of an alarm, with its `{{names}}` filled in. What a language lacks is written in
 * English; what nobody has is empty.
 */
export function reportText(
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
): string {
  const found = findText(language, key) ?? findText('en', key) ?? ''
  return fillIn(found, values)
}

function findText(language: Language, key: string): string | undefined {
  const texts = textsOf.get(language) ?? readTexts(language)
  return texts.get(`reports.${key}`) ?? texts.get(key)
}

function readTexts(language: Language): ReadonlyMap<string, string> {
  const files = globSync(`{features/*,lists}/texts/${language}.json`, { cwd: core })
  const texts = new Map(
    files.flatMap((file) => flattenTexts(JSON.parse(readFileSync(join(core, file), 'utf8')))),
  )
  textsOf.set(language, texts)
  return texts
}
