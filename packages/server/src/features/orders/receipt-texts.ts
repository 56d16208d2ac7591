import { type Language, textsIn } from '@trackway/core/codes/languages.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

const texts = { en, cn }

/** The words of a receipt. */
export const receiptTexts = (language: Language): typeof en => textsIn(texts, language)
