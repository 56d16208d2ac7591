import { type Language, type TextsByLanguage, textsIn } from '../codes/languages.ts'
import { fillIn } from '../texts/fill-in.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

/** Messages for a value that breaks a rule; the web reads the same texts under `rules`. */
export type RuleName = keyof typeof en.rules

const texts: TextsByLanguage<Record<RuleName, string>> = { cn: cn.rules, en: en.rules }

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(en.rules, name)

/** The message of a rule with its `{{values}}` filled in. */
export function ruleText(
  name: RuleName,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return fillIn(textsIn(texts, language)[name], values)
}
