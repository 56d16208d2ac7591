import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'

type Payment = OrderDetail['payments'][number]

/** The attempts to pay an order at a provider. */
export function OrderPayments({ order: { payments } }: { order: OrderDetail }) {
  const { t, format } = useTexts()
  if (payments.length === 0) return null
  return (
    <section>
      <h2 className="tw-size-16">{t('orders.payments')}</h2>
      <PlainTable
        rowKey="id"
        scroll={{}}
        dataSource={payments}
        columns={[
          {
            title: t('reports.column.payType'),
            render: ({ provider, providerCapture }: Payment) => (
              <>
                {t(`reports.payType.${provider}`, { defaultValue: provider })}
                {providerCapture && (
                  <small className="tw-block tw-muted tw-anywhere">{providerCapture}</small>
                )}
              </>
            ),
          },
          {
            title: t('reports.column.orderStatus'),
            render: ({ state, failure }: Payment) => (
              <>
                {t(`orders.payment.${state}`)}
                {failure && <small className="tw-block tw-muted tw-anywhere">{failure}</small>}
              </>
            ),
          },
          {
            title: t('reports.column.orderAmount'),
            align: 'end',
            render: ({ amount, currency }: Payment) => (
              <span className="tw-number tw-nowrap">{moneyText(amount, currency)}</span>
            ),
          },
          {
            title: t('orders.time'),
            render: ({ endTime, createTime }: Payment) => format.minute(endTime ?? createTime),
          },
        ]}
      />
    </section>
  )
}
