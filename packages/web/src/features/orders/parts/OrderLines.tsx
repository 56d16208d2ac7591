import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { PlainTable } from '../../../ui/antd/PlainTable.tsx'

type Line = OrderDetail['lines'][number]

/** The devices of an order: until when each is renewed, or why it is not and what becomes of its money. */
export function OrderLines({ order }: { order: OrderDetail }) {
  const { t, format } = useTexts()
  const { lines, currency, payType, target, duration } = order
  const result = ({ result, platformExpireTime, isRefunded }: Line) => {
    if (isRefunded) return t('orders.line.refunded')
    if (result === null) return t('orders.line.notPaid')
    if (result !== 'renewed') return <span className="tw-warning">{t(`orders.line.${result}`)}</span>
    if (platformExpireTime === null)
      return t(duration === 6 ? 'orders.line.lifetime' : 'orders.line.fromActivation')
    return t(target === 'platform' ? 'orders.line.platformUntil' : 'orders.line.until', {
      date: format.date(platformExpireTime),
    })
  }
  return (
    <PlainTable
      rowKey="terminalID"
      scroll={{}}
      dataSource={lines}
      pageSize={10}
      columns={[
        {
          title: t('orders.line.device'),
          render: ({ nickname, terminalID }: Line) => (
            <span className="tw-nowrap">
              {nickname && <strong className="tw-block">{nickname}</strong>}
              <span className={nickname ? 'tw-muted tw-small' : ''}>{terminalID}</span>
            </span>
          ),
        },
        { title: t('orders.line.result'), render: result },
        ...(payType === 'card'
          ? []
          : [
              {
                title: t('reports.column.orderAmount'),
                align: 'end' as const,
                render: ({ amount }: Line) => (
                  <span className="tw-number tw-nowrap">{moneyText(amount, currency)}</span>
                ),
              },
            ]),
      ]}
    />
  )
}
