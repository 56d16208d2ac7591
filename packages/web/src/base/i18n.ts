import type { Language } from '@trackway/core/codes/languages.ts'
import { isolated } from '@trackway/core/texts/fill-in.ts'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { detectLanguage, isLanguage, isLanguageForced, languageTags, useLanguage } from './language.ts'
import { personSignedIn } from './session.ts'
import { recall, remember } from './stored.ts'

type Texts = Record<string, unknown>

/**
 * Texts lie beside what shows them: `texts/<language>.json`, each file holding keys of its own, so the key in the file
 * is the key in the code. They are loaded as two modules (vite.config.ts): the texts of the sign-in page,
 * and the rest while it is shown.
 */
const firstTexts = {
  ...import.meta.glob<Texts>('./texts/*.json', { query: '?first', import: 'default' }),
  ...import.meta.glob<Texts>('../../../core/src/rules/texts/*.json', { import: 'default' }),
}
const restOfTexts = import.meta.glob<Texts>('./texts/*.json', { query: '?rest', import: 'default' })

/** The language every key exists in besides Chinese: what the other nine fall back to. */
const fallback = 'en'

/** Whether there is more on the page than the sign-in form. */
let isWhole = false

/** Loads the texts of the sign-in page. `completeLanguages` loads the rest. */
export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: {},
    fallbackLng: languageTags[fallback],
    load: 'currentOnly',
    interpolation: { escape: isolated }, // React escapes what could be HTML
    returnNull: false,
  })
  await showLanguage(chosenLanguage())
}

/** Loads what all other screens say. */
export async function completeLanguages(): Promise<void> {
  isWhole = true
  await showLanguage(chosenLanguage())
}

/** Switches the page and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  remember('useLang', language)
  await showLanguage(chosenLanguage())
}

/** The stored choice, else the browser's; factory roles get Chinese. Call again when the user changes. */
export function chosenLanguage(): Language {
  // Who acts as another account goes on reading his own language.
  const user = personSignedIn()
  if (isLanguageForced(user?.role)) return 'cn'
  const stored = recall('useLang')
  if (isLanguage(stored)) return stored
  return user?.language ?? detectLanguage(navigator.languages)
}

export async function showLanguage(language: Language): Promise<void> {
  await Promise.all([
    loadTexts(language),
    language === 'cn' || language === fallback ? null : loadTexts(fallback),
    isWhole ? showLibraryLanguage(language) : null,
  ])
  await i18next.changeLanguage(languageTags[language])
  document.documentElement.lang = languageTags[language]
  useLanguage.setState({ language })
}

async function showLibraryLanguage(language: Language): Promise<void> {
  await (await import('./library-language.ts')).showLibraryLanguage(language)
}

const loaded = new Set<string>()

async function loadTexts(language: Language): Promise<void> {
  const parts = isWhole ? [firstTexts, restOfTexts] : [firstTexts]
  await Promise.all(
    parts.flatMap((files, part) =>
      Object.entries(files).map(async ([path, load]) => {
        if (!path.endsWith(`/texts/${language}.json`) || loaded.has(part + path)) return
        i18next.addResourceBundle(languageTags[language], 'translation', await load(), true)
        loaded.add(part + path)
      }),
    ),
  )
}
