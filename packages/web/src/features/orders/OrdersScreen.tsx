import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Order, orderList } from '@trackway/core/features/orders/calls.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { BalanceBar } from './balance/BalanceBar.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import type { OrdersUrl } from './orders-url.ts'
import { receiptAction } from './parts/receipt-action.tsx'
import { Renewal } from './renewal/RenewDevices.tsx'
import { readRenewal } from './renewal/read-renewal.ts'
import { useOrderTabs } from './use-order-tabs.ts'

/** The account's own orders, and what it has on its balance. */
export function OrdersScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { order, renew } = useSearch({ strict: false }) as OrdersUrl
  const show = (next: OrdersUrl, replace = false) =>
    void navigate({ to: '.', replace, search: ((was: object) => ({ ...was, ...next })) as never })
  const renewal = readRenewal(renew)
  return (
    <Page title={t('orders.title')} tabs={useOrderTabs()} actions={<BalanceBar />}>
      <ListScreen
        list={orderList}
        onOpen={({ orderNo }) => show({ order: orderNo })}
        rowActions={[
          {
            label: 'orders.details',
            permission: ['main:order'],
            run: ({ orderNo }: Order) => show({ order: orderNo }),
          },
          receiptAction,
        ]}
      />
      {order !== undefined && <OrderSheet orderNo={order} onClose={() => show({ order: undefined })} />}
      {renewal && <Renewal chosen={renewal} onClose={() => show({ renew: undefined }, true)} />}
    </Page>
  )
}
