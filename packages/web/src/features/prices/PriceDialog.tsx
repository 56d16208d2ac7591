import { type Currency, currencies } from '@trackway/core/codes/currencies.ts'
import { maxPrice, renewPriceCalls } from '@trackway/core/features/prices/calls.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError, api } from '../../base/api.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { durationText } from '../cards/duration-text.ts'
import { type PriceKey, useModelName } from './PriceMatrix.tsx'

interface PriceDialogProps {
  price: PriceKey
  currency: Currency
  /** Null: the platform. */
  userId: number | null
  maySetFloor: boolean
  onClose: () => void
}

/** One price as a form: what is left empty is inherited. */
const onePrice = {
  ...renewPriceCalls.save,
  input: z.object({
    amount: z.int().min(1).max(maxPrice).nullable(),
    floor: z.int().min(1).max(maxPrice).nullable(),
  }),
}

/** Sets what the customers of an account pay for one model and duration, and what it pays itself. */
export function PriceDialog({ price, currency, userId, maySetFloor, onClose }: PriceDialogProps) {
  const { t } = useTranslation()
  const nameOf = useModelName()
  const { deviceType, duration, own = null, ownFloor = null, amount = null, floor = null } = price
  const { decimals } = currencies[currency]
  const unit = { name: currency, size: 10 ** decimals, digits: decimals }
  const initial = useMemo(() => ({ amount: own, floor: ownFloor }), [own, ownFloor])
  const shown = (value: number) => `${amountText(value, currency)} ${currency}`
  const inherited = own === null && amount !== null ? t('prices.inheritedNow', { amount: shown(amount) }) : ''
  const least = floor === null ? '' : t('prices.atLeast', { amount: shown(floor) })
  return (
    <FormDialog
      isOpen
      call={onePrice}
      title={`${nameOf(deviceType)}, ${durationText(t, duration)}`}
      submitLabel={t('prices.save')}
      onClose={onClose}
      label={(name) => t(`prices.field.${name}`)}
      initial={initial}
      fields={[
        {
          name: 'amount',
          unit,
          help: [t('prices.emptyInherits'), inherited, least].filter(Boolean).join(' '),
        },
        ...(maySetFloor
          ? [
              {
                name: 'floor' as const,
                unit,
                help: [
                  t('prices.floorHelp'),
                  ownFloor === null && floor !== null
                    ? t('prices.inheritedNow', { amount: shown(floor) })
                    : '',
                ]
                  .filter(Boolean)
                  .join(' '),
              },
            ]
          : []),
      ]}
      send={async (given) => {
        const change = {
          duration,
          currency,
          amount: given.amount,
          ...(maySetFloor && { floor: given.floor }),
        }
        const whose = userId === null ? {} : { userId }
        return api(renewPriceCalls.save, { ...whose, deviceType, prices: [change] }).catch(atField)
      }}
      rereads={['renewPrices']}
      done={() => t('prices.saved')}
    />
  )
}

/** A refusal of one of the prices as one of its field. */
function atField(error: unknown): never {
  if (!(error instanceof ApiError) || error.result !== 'priceBelowFloor') throw error
  const issues = error.issues.map(({ path, reason }) => ({ path: path.split('.').at(-1)!, reason }))
  throw new ApiError(issues.length > 0 ? 'invalidInput' : error.result, { issues, cause: error })
}
