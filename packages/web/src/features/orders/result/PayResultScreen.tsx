import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  InfoCircleFilled,
  LoadingOutlined,
} from '@ant-design/icons'
import { getRouteApi } from '@tanstack/react-router'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useNow } from '../../../base/use-now.ts'
import { usePageTitle } from '../../../base/use-page-title.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { QrCode } from '../../../ui/link/QrCode.tsx'
import { ScreenLoading } from '../../../ui/loading/ScreenLoading.tsx'
import styles from '../orders.module.css'
import { LinkButton, OrderActions, WaysOut } from '../parts/OrderActions.tsx'
import { OrderFacts } from '../parts/OrderFacts.tsx'
import { OrderLines } from '../parts/OrderLines.tsx'
import { OrderRefunds } from '../parts/OrderRefunds.tsx'
import { useFollowedOrder } from '../paying/use-followed-order.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

const route = getRouteApi('/payResult')

const pictures: Record<Outcome, ReactNode> = {
  confirming: <LoadingOutlined className="tw-accent" />,
  pending: <ClockCircleFilled className="tw-accent" />,
  toPay: <ClockCircleFilled className="tw-accent" />,
  givenUp: <InfoCircleFilled className="tw-warning" />,
  failure: <CloseCircleFilled className="tw-danger" />,
  success: <CheckCircleFilled className="tw-success" />,
  notRenewed: <InfoCircleFilled className="tw-warning" />,
  refunded: <InfoCircleFilled className="tw-accent" />,
  cancelled: <InfoCircleFilled className="tw-muted" />,
  expired: <ClockCircleFilled className="tw-muted" />,
  refused: <CloseCircleFilled className="tw-danger" />,
  otherAmount: <InfoCircleFilled className="tw-warning" />,
  late: <InfoCircleFilled className="tw-warning" />,
}

/**
 * What became of an order, for who comes back from a payment provider, or from anywhere else. The address names the
 * order; all else that providers write into it is not believed.
 */
export function PayResultScreen() {
  const { t, toText } = useTexts()
  const { orderNo, cancelled: isGivenUp = false } = route.useSearch()
  usePageTitle(t('orders.result.title'))
  const { order, error, retry } = useFollowedOrder(orderNo)
  if (order) return <PayResult order={order} isGivenUp={isGivenUp} />
  if (!error) return <ScreenLoading />
  return (
    <main className="tw-centre">
      <EmptyState
        isPage
        title={toText(error)}
        text={t('orders.result.notLost')}
        action={
          <>
            <Button onClick={retry}>{t('ui.error.again')}</Button>
            <LinkButton to="/index/order/list">{t('orders.toOrders')}</LinkButton>
          </>
        }
      />
    </main>
  )
}

function PayResult({ order, isGivenUp }: { order: OrderDetail; isGivenUp: boolean }) {
  const { t } = useTexts()
  const outcome = outcomeOf(order, { isGivenUp })
  const isTopUp = order.kind === 'topUp'
  const words = {
    amount:
      order.payType === 'card'
        ? t('orders.cards.used', { count: order.deviceCount })
        : moneyText(order.amount, order.currency),
    way: t(`reports.payType.${order.payType}`),
    seller: order.seller,
  }
  const what = isTopUp && outcome === 'success' ? 'toppedUp' : outcome
  return (
    <main className="tw-centre">
      <section className={styles.result} aria-live="polite">
        <EmptyState
          isPage
          picture={<span className={styles.picture}>{pictures[outcome]}</span>}
          title={t(`orders.result.${what}`)}
          text={t(`orders.result.${what}Text`, words)}
        />
        <Flex vertical gap={16}>
          {outcome === 'success' && !isTopUp && <DeviceCounts order={order} />}
          {order.status === 1 && <PayNow order={order} />}
          <OrderFacts order={order} />
          {order.lines.some(({ result }) => result !== null) && <OrderLines order={order} />}
          <OrderRefunds order={order} />
          <OrderActions order={order} />
          <WaysOut />
        </Flex>
      </section>
    </main>
  )
}

/** How many devices were renewed, and how many could not be. */
function DeviceCounts({ order }: { order: OrderDetail }) {
  const { t, format } = useTexts()
  const failed = order.lines.filter(({ result }) => result !== null && result !== 'renewed').length
  const renewed = order.deviceCount - failed
  return (
    <p className="tw-text-centre">
      {t('orders.result.renewed', { count: renewed, shown: format.number(renewed) })}
      {failed > 0 && (
        <span className="tw-block tw-warning">
          {t('orders.result.failed', { count: failed, shown: format.number(failed) })}
        </span>
      )}
    </p>
  )
}

/** A code to scan, and how long the order may still be paid. */
function PayNow({ order }: { order: OrderDetail }) {
  const { t, format } = useTexts()
  const now = useNow(1_000)
  const [payment] = order.payments
  const left = order.expireTime - now
  const qrText = payment?.payPage?.qrText
  return (
    <Flex vertical gap={8} align="center" className="tw-text-centre">
      {qrText && <QrCode value={qrText} sizePx={220} label={t('orders.result.qr')} />}
      {left > 0 && (
        <span className="tw-muted tw-number">{t('orders.result.left', { span: format.duration(left) })}</span>
      )}
    </Flex>
  )
}
