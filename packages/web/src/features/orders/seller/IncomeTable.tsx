import type { OutputOf } from '@trackway/core/api/call.ts'
import type { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'
import styles from './seller.module.css'

type IncomeRow = OutputOf<typeof orderCalls.income>['list'][number]

/** A row for each day or account and currency; of accounts with a bar of its part of the greatest. */
export function IncomeTable({ rows, by }: { rows: readonly IncomeRow[]; by: 'day' | 'account' }) {
  const { t, format } = useTexts()
  const most = Math.max(1, ...rows.map(({ usdAmount }) => usdAmount))
  const amount = (title: string, of: (row: IncomeRow) => string) => ({
    title,
    align: 'end' as const,
    render: (_: unknown, row: IncomeRow) => <span className="tw-number tw-nowrap">{of(row)}</span>,
  })
  return (
    <PlainTable<IncomeRow>
      rowKey={({ day, account, currency }) => `${day} ${account} ${currency}`}
      dataSource={[...rows]}
      pageSize={31}
      columns={[
        {
          title: t(`sellerOrders.income.${by}`),
          render: (_, { day, account, usdAmount }) => (
            <>
              {day === null ? account : format.day(day)}
              {by === 'account' && (
                <span
                  className={`${styles.bar} tw-block`}
                  style={{ inlineSize: `${(Math.max(0, usdAmount) / most) * 100}%` }}
                />
              )}
            </>
          ),
        },
        amount(t('sellerOrders.income.orders'), ({ orders }) => format.number(orders)),
        amount(t('sellerOrders.income.paid'), (row) => moneyText(row.amount, row.currency)),
        amount(t('reports.column.refundedAmount'), (row) =>
          row.refundedAmount === 0 ? '–' : moneyText(row.refundedAmount, row.currency),
        ),
        amount(t('sellerOrders.income.usd'), (row) =>
          row.withoutRate === row.orders ? '–' : moneyText(row.usdAmount, 'USD'),
        ),
      ]}
    />
  )
}
