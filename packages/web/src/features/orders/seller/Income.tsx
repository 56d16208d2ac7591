import { useNavigate, useSearch } from '@tanstack/react-router'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Alert, Flex, Segmented } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { DayChart } from '../../../ui/chart/DayChart.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Stat, Stats } from '../../../ui/layout/Stat.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { PeriodPicker } from '../../../ui/period/PeriodPicker.tsx'
import { instantsOf, presetPeriod } from '../../../ui/period/period.ts'
import { IncomeTable } from './IncomeTable.tsx'
import { incomeByDay } from './income-by-day.ts'
import styles from './seller.module.css'
import { incomeDays, type SellerOrdersUrl } from './seller-orders-url.ts'

const presets = ['sevenDays', 'thirtyDays', 'thisMonth', 'lastMonth'] as const
const centsOfDollar = 100

/** What orders below brought, by day or by account, as chart and table. */
export function Income() {
  const { t, format, toText } = useTexts()
  const { timeZone } = useUser()
  const navigate = useNavigate()
  const { first, last, by: grouping } = useSearch({ strict: false }) as SellerOrdersUrl
  const by = grouping ?? ('day' as const)
  const [now] = useState(Date.now)
  const period = first && last ? { first, last } : presetPeriod('thirtyDays', now, timeZone)
  const change = (next: SellerOrdersUrl) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, ...next })) as never })
  const input = { ...instantsOf(period, timeZone), by }
  const { data, error } = useCall(['orders', 'income', input], orderCalls.income, input)
  const total = (key: 'orders' | 'usdAmount' | 'withoutRate') =>
    data?.list.reduce((sum, row) => sum + row[key], 0)
  const dollars = (cents: number | null) => (cents === null ? '–' : moneyText(cents, 'USD'))
  const [orders, usd, withoutRate] = [total('orders'), total('usdAmount'), total('withoutRate') ?? 0]
  return (
    <Flex vertical gap={16} className={styles.inset!}>
      <Flex gap={12} wrap>
        <PeriodPicker
          period={period}
          presets={presets}
          maxDays={incomeDays}
          onPeriod={(next) => change({ first: next.first, last: next.last })}
        />
        <Segmented
          aria-label={t('sellerOrders.income.by')}
          value={by}
          options={(['day', 'account'] as const).map((value) => ({
            value,
            label: t(`sellerOrders.income.${value}`),
          }))}
          onChange={(next) => change({ by: next === 'account' ? 'account' : undefined })}
        />
      </Flex>
      <Stats label={t('sellerOrders.income.totals')}>
        <Stat
          label={t('sellerOrders.income.orders')}
          value={orders === undefined ? undefined : format.number(orders)}
        />
        <Stat
          label={t('sellerOrders.income.usd')}
          hint={t('sellerOrders.income.usdHint')}
          value={usd === undefined ? undefined : dollars(usd)}
        />
      </Stats>
      {withoutRate > 0 && (
        <Alert
          type="info"
          showIcon
          title={t('sellerOrders.income.withoutRate', {
            count: withoutRate,
            shown: format.number(withoutRate),
          })}
        />
      )}
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !data ? (
        <ContentLoading />
      ) : data.list.length === 0 ? (
        <EmptyState title={t('sellerOrders.income.none')} text={t('sellerOrders.income.noneText')} />
      ) : (
        <>
          {by === 'day' && (
            <DayChart
              days={incomeByDay(data.list, period)}
              label={t('sellerOrders.income.usd')}
              show={dollars}
              unit={{ divisor: centsOfDollar, name: 'USD', isWhole: false }}
              onDay={(day) => change({ first: day, last: day })}
            />
          )}
          <IncomeTable rows={data.list} by={by} />
        </>
      )}
    </Flex>
  )
}
