import { FilePdfOutlined } from '@ant-design/icons'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Order, orderCalls, ordersBelowList } from '@trackway/core/features/orders/calls.ts'
import { Alert, Button } from 'antd'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ListScreen } from '../../../ui/list/ListScreen.tsx'
import { saveReceipt } from '../paying/receipt.ts'
import { SellerOrderSheet } from './SellerOrderSheet.tsx'
import styles from './seller.module.css'
import type { SellerOrdersUrl } from './seller-orders-url.ts'

/** Requests for refunds that are named one by one. */
const namedRequests = 5

/** The orders below: first the refunds that customers wait for, then all. */
export function SellerOrders() {
  const navigate = useNavigate()
  const { order } = useSearch({ strict: false }) as SellerOrdersUrl
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
        onOpen={({ orderNo }) => show({ order: orderNo })}
        rowActions={[
          {
            label: 'sellerOrders.details',
            permission: ['main:pay'],
            run: ({ orderNo }: Order) => show({ order: orderNo }),
          },
          {
            label: 'orders.receiptOf',
            icon: <FilePdfOutlined />,
            call: orderCalls.receipt,
            isFor: ({ receiptNo }: Order) => receiptNo !== null,
            run: ({ orderNo }: Order) => saveReceipt(orderNo),
          },
        ]}
      />
      {order !== undefined && <SellerOrderSheet orderNo={order} onClose={() => show({ order: undefined })} />}
    </>
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
