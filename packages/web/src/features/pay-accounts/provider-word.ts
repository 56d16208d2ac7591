import type { TFunction } from 'i18next'

/** A provider in the user's language, else as it calls itself. */
export const providerWord = (t: TFunction, name: string, label: string = name): string =>
  t(`reports.payType.${name}`, { defaultValue: label })
