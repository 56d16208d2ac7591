import type { TyreWheel } from '@trackway/core/features/tyres/calls.ts'
import type { TFunction } from 'i18next'

/** Where a wheel is, in words: its axle and side, or that it is a spare. */
export function wheelName(
  { wheel, axle, side, twin }: Pick<TyreWheel, 'wheel' | 'axle' | 'side' | 'twin'>,
  t: TFunction,
): string {
  if (axle === null || side === null) return t('tyres.spare', { wheel })
  const words = [t(`tyres.side.${side}`), twin && t(`tyres.twin.${twin}`)].filter(Boolean).join(' ')
  return t('tyres.place', { axle, side: words })
}
