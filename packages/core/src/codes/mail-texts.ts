import { fillIn } from '../texts/fill-in.ts'
import { type Language, textsIn } from './languages.ts'
import cn from './mails/cn.json' with { type: 'json' }
import en from './mails/en.json' with { type: 'json' }

/** Texts of mails about an account. */
const texts = { cn, en }

export function mailText(
  name: keyof typeof en,
  language: Language,
  values: Record<string, string> = {},
): string {
  return fillIn(textsIn(texts, language)[name], values)
}
