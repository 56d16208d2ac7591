import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Facts } from '../../ui/layout/Facts.tsx'

export interface ReceiptProfile {
  name: string
  address: string | null
  taxLabel: string | null
  taxNumber: string | null
  taxRate: number
}

/** An order of three devices, in US cents. */
const example = { devices: 3, amount: 8997 }

/** What customers get: an example order with the seller's details. */
export function ReceiptPreview({ profile }: { profile: Partial<ReceiptProfile> }) {
  const { t, format } = useTexts()
  const { name, address, taxLabel, taxNumber } = profile
  const taxRate = Number(profile.taxRate ?? 0)
  const label = taxLabel || t('payAccounts.receipt.tax')
  const tax = Math.round((example.amount * taxRate) / (100 + taxRate))
  return (
    <figure className="tw-frame tw-padded-panel" aria-label={t('payAccounts.receipt.preview')}>
      <figcaption className="tw-small tw-muted tw-gap-below">{t('payAccounts.receipt.preview')}</figcaption>
      <strong className="tw-block tw-anywhere">{name || '–'}</strong>
      {address && <span className="tw-block tw-pre-wrap tw-anywhere tw-small">{address}</span>}
      {taxNumber && (
        <span className="tw-block tw-small">
          {t('payAccounts.receipt.numberLine', { label, number: taxNumber })}
        </span>
      )}
      <p className="tw-gap-above tw-medium">{t('payAccounts.receipt.exampleNo')}</p>
      <Facts
        facts={[
          {
            label: t('payAccounts.receipt.exampleLine', {
              count: example.devices,
              shown: format.number(example.devices),
            }),
            value: moneyText(example.amount, 'USD'),
          },
          {
            label: t('payAccounts.receipt.taxLine', { label, rate: format.unit(taxRate, '%', 2) }),
            value: moneyText(tax, 'USD'),
          },
          {
            label: t('payAccounts.receipt.total'),
            value: <strong>{moneyText(example.amount, 'USD')}</strong>,
          },
        ]}
      />
    </figure>
  )
}
