import type { Language } from './languages.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

/** Texts of mails about an account. Other languages read English. */
const texts = { cn: cn.mails, en: en.mails }

export function mailText(
  name: keyof typeof en.mails,
  language: Language,
  values: Record<string, string> = {},
): string {
  const text = texts[language === 'cn' ? 'cn' : 'en'][name]
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '')
}
