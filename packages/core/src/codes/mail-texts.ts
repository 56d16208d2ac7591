import { fillIn } from '../texts/fill-in.ts'
import type { Language } from './languages.ts'
import cn from './mails/cn.json' with { type: 'json' }
import en from './mails/en.json' with { type: 'json' }

/** Texts of mails about an account. Other languages read English. */
const texts = { cn, en }

export function mailText(
  name: keyof typeof en,
  language: Language,
  values: Record<string, string> = {},
): string {
  return fillIn(texts[language === 'cn' ? 'cn' : 'en'][name], values)
}
