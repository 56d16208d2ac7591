import { fillIn } from '../texts/fill-in.ts'
import type { Language } from './languages.ts'
import cn from './mails/cn.json' with { type: 'json' }
import en from './mails/en.json' with { type: 'json' }
import { textsIn } from './texts-in.ts'

/** Texts of mails about an account. */
const texts = { cn, en }

export function mailText(
  name: keyof typeof en,
  language: Language,
  values: Record<string, string> = {},
): string {
  return fillIn(textsIn(texts, language)[name], values)
}
