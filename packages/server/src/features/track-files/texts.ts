import { type Language, textsIn } from '@trackway/core/codes/languages.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import cn from './texts/cn.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

/** Words of track files. */
const texts = { en: en.trackFiles, cn: cn.trackFiles }

export type TrackText = keyof typeof texts.en

export function trackText(language: Language, key: TrackText): string {
  return textsIn(texts, language)[key]
}

const reasons = ['noFix', 'coarse', 'jump', 'drift', 'future'] as const

/** Why a point is left out of mileage, in words; '' for one that is not. */
export function reasonText(language: Language, quality: number): string {
  return reasons
    .filter((name) => (quality & qualityBits[name]) !== 0)
    .map((name) => trackText(language, name))
    .join(', ')
}
