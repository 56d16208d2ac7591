import type { TFunction } from 'i18next'

interface Term {
  mode?: string
}

/** How one of the terms of a device is set: its end, or the months that count from activation. */
export function termFields<W extends 'user' | 'platform'>(whose: W, t: TFunction) {
  return [
    { name: 'mode', word: (mode: string) => t(`devices.termMode.${mode}`) },
    {
      name: `${whose}ExpireTime` as const,
      isHidden: ({ mode = 'fixed' }: Term) => mode !== 'fixed',
      check: (value: unknown, { mode = 'fixed' }: Term) =>
        mode === 'fixed' && value == null ? t('ui.form.required') : null,
    },
    {
      name: `${whose}Months` as const,
      isHidden: ({ mode = 'fixed' }: Term) => mode !== 'activation',
    },
  ] as const
}
