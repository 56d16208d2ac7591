import { type AlarmCode, alarmNames } from '../../codes/alarms.ts'
import { type Language, textsIn } from '../../codes/languages.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

const texts = { cn: cn.alarm, en: en.alarm }

/** The name of an alarm for mails, messages and files. */
export function alarmText(code: number, language: Language): string {
  const name = alarmNames[code as AlarmCode]
  return name === undefined ? String(code) : textsIn(texts, language)[name]
}
