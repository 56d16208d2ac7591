/**
 * Lists what each language lacks against English: `npm run texts -w packages/web`, or with `-- <language>` its
 * missing keys with their English texts. A missing text is shown in English.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languageCodes } from '@trackway/core/codes/languages.ts'
import { flattenTexts } from '@trackway/core/texts/merge-texts.ts'

/** Texts of the screens, and those that the server also writes into files. */
const sources = ['../src', '../../core/src'].map((folder) => join(import.meta.dirname, folder))

function textsOf(language: string): Map<string, string> {
  const files = sources
    .flatMap((cwd) => globSync('**/texts/*.json', { cwd }).map((file) => join(cwd, file)))
    .filter((file) => basename(file) === `${language}.json`)
  return new Map(files.flatMap((file) => flattenTexts(JSON.parse(readFileSync(file, 'utf8')))))
}

const english = textsOf('en')
const onlyLanguage = process.argv[2]

for (const language of onlyLanguage ? [onlyLanguage] : languageCodes) {
  const known = textsOf(language)
  const missing = [...english].filter(([key]) => !known.has(key))
  console.log(`${language}: ${missing.length} of ${english.size} missing`)
  if (onlyLanguage) for (const [key, text] of missing) console.log(`  ${key}: ${text}`)
}
