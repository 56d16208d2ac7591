import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Order, orderCalls, ordersBelowList } from '@trackway/core/features/orders/calls.ts'
import { addDays, startOfDay } from '@trackway/core/rules/local-days.ts'
import { Alert, Button, DatePicker } from 'antd'
import { useState } from 'react'
import { usePickerFormats } from '../../../base/picker-formats.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { receiptAction } from '../parts/receipt-action.tsx'
import { SellerOrderSheet } from './SellerOrderSheet.tsx'
import styles from './seller.module.css'
import type { SellerOrdersUrl } from './seller-orders-url.ts'

/** Requests for refunds that are named one by one. */
const namedRequests = 5

/** The orders below: first the refunds that customers wait for, then all. */
export function SellerOrders() {
  const navigate = useNavigate()
  const { order } = useSearch({ strict: false }) as SellerOrdersUrl
  const [period, setPeriod] = useState<OrderPeriod>({})
  const show = (next: SellerOrdersUrl) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, ...next })) as never })
  return (
    <>
      <RefundRequests
        onOpen={(orderNo) => show({ order: orderNo })}
        onAll={() => show({ refundState: 'requested', pageNum: undefined })}
      />
      <ListScreen
        list={ordersBelowList}
        given={period}
        tools={<PeriodOfOrders onPeriod={setPeriod} />}
        onOpen={({ orderNo }) => show({ order: orderNo })}
        rowActions={[
          {
            label: 'sellerOrders.details',
            permission: ['main:pay'],
            run: ({ orderNo }: Order) => show({ order: orderNo }),
          },
          receiptAction,
        ]}
      />
      {order !== undefined && <SellerOrderSheet orderNo={order} onClose={() => show({ order: undefined })} />}
    </>
  )
}

type OrderPeriod = { from?: number; to?: number }

/** The days on which orders were placed. */
function PeriodOfOrders({ onPeriod }: { onPeriod: (period: OrderPeriod) => void }) {
  const { t } = useTexts()
  const { timeZone } = useUser()
  const formats = usePickerFormats()
  return (
    <DatePicker.RangePicker
      format={formats.day}
      className="tw-tool-wide"
      aria-label={t('sellerOrders.period')}
      allowEmpty={[true, true]}
      onChange={(days) => {
        const [first, last] = (days ?? []).map((day) => day?.format('YYYY-MM-DD'))
        onPeriod({
          ...(first && { from: startOfDay(first, timeZone) }),
          ...(last && { to: startOfDay(addDays(last, 1), timeZone) - 1 }),
        })
      }}
    />
  )
}

interface RefundRequestsProps {
  onOpen: (orderNo: string) => void
  onAll: () => void
}

/** Customers who wait for a decision, the newest first. */
function RefundRequests({ onOpen, onAll }: RefundRequestsProps) {
  const { t, format } = useTexts()
  const { data } = useCall(['list', 'refundRequests'], orderCalls.findBelow, {
    refundState: 'requested',
    pageSize: namedRequests,
  })
  if (!data || data.total === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className={`${styles.inset} tw-rigid`}
      title={t('sellerOrders.requests', { count: data.total, shown: format.number(data.total) })}
      description={
        <ul className="tw-flat tw-grid tw-gap-4">
          {data.list.map(({ id, orderNo, buyer }) => (
            <li key={id}>
              <Button type="link" size="small" className={styles.request!} onClick={() => onOpen(orderNo)}>
                {t('sellerOrders.requestOf', { orderNo, buyer })}
              </Button>
            </li>
          ))}
        </ul>
      }
      {...(data.total > data.list.length && {
        action: (
          <Button size="small" onClick={onAll}>
            {t('sellerOrders.allRequests')}
          </Button>
        ),
      })}
    />
  )
}
