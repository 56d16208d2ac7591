import type { Currency } from '@trackway/core/codes/currencies.ts'
import { type DurationId, durationIds } from '@trackway/core/codes/durations.ts'
import { typeName } from '@trackway/core/codes/protocols.ts'
import type { RenewPrice } from '@trackway/core/features/prices/calls.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { durationText } from '../cards/duration-text.ts'
import styles from './prices.module.css'

/** A place of the matrix, whether anything is set there or not. */
export type PriceKey = Pick<RenewPrice, 'deviceType' | 'duration'> & Partial<RenewPrice>

interface PriceMatrixProps {
  /** Models in their order; null: all that have no price of their own. */
  types: readonly (number | null)[]
  rows: readonly RenewPrice[]
  currency: Currency
  /** Whose prices have nothing below which they cannot be. */
  isPlatform: boolean
  onEdit: (price: PriceKey) => void
}

/** Models down, durations across; on a phone the durations of each model one below the other. */
export function PriceMatrix({ types, rows, onEdit, ...shown }: PriceMatrixProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const nameOf = useModelName()
  const cell = (deviceType: number | null, duration: DurationId) => {
    const key = { deviceType, duration }
    const price = rows.find((row) => row.deviceType === deviceType && row.duration === duration) ?? key
    const name = `${nameOf(deviceType)}, ${durationText(t, duration)}`
    return <PriceCell {...shown} key={duration} name={name} price={price} onEdit={() => onEdit(price)} />
  }
  if (isPhone)
    return types.map((type) => (
      <section key={type} className="tw-line-below tw-padded-panel" aria-label={nameOf(type)}>
        <h3 className="tw-size-14">{nameOf(type)}</h3>
        {durationIds.map((id) => (
          <div key={id} className="tw-row tw-spread">
            <span>{durationText(t, id)}</span>
            {cell(type, id)}
          </div>
        ))}
      </section>
    ))
  return (
    <PlainTable
      rowKey={({ type }) => String(type)}
      dataSource={types.map((type) => ({ type }))}
      columns={[
        {
          title: t('prices.model'),
          fixed: 'left',
          render: (_, { type }) => <span className={styles.model}>{nameOf(type)}</span>,
        },
        ...durationIds.map((id) => ({
          title: durationText(t, id),
          key: id,
          align: 'end' as const,
          render: (_: unknown, { type }: { type: number | null }) => cell(type, id),
        })),
      ]}
    />
  )
}

interface PriceCellProps extends Pick<PriceMatrixProps, 'currency' | 'isPlatform'> {
  name: string
  price: PriceKey
  onEdit: () => void
}

/** What customers pay, where that comes from, and what the account pays itself. */
function PriceCell({ name, price, currency, isPlatform, onEdit }: PriceCellProps) {
  const { t } = useTranslation()
  const { amount = null, own = null, floor = null, origin = null } = price
  const text = (value: number | null) => (value === null ? '–' : amountText(value, currency))
  const source =
    amount === null
      ? t(own === null ? 'prices.notSet' : 'prices.notSold')
      : price.originUser
        ? t('prices.origin.from', { name: price.originUser })
        : t(`prices.origin.${origin ?? 'above'}`)
  const isOwn = origin === 'own' && amount !== null
  return (
    <button
      type="button"
      className={`${styles.cell} tw-choice tw-touch tw-rounded`}
      aria-label={`${name}: ${text(amount)} ${source}`}
      onClick={onEdit}
    >
      <span className={`tw-number ${isOwn ? 'tw-bold' : 'tw-muted'}`}>{text(amount)}</span>
      {!isOwn && (
        <small className={origin === 'floor' || amount === null ? 'tw-warning' : 'tw-faint'}>{source}</small>
      )}
      {!isPlatform && floor !== null && floor !== amount && (
        <small className="tw-faint">{t('prices.costs', { amount: text(floor) })}</small>
      )}
    </button>
  )
}

/** The name of a model by its id. */
export function useModelName(): (deviceType: number | null) => string {
  const { t } = useTranslation()
  const types = useDeviceTypes().data ?? []
  return (id) => {
    if (id === null) return t('prices.allModels')
    const type = types.find((each) => each.id === id)
    return type ? typeName(type) : String(id)
  }
}
