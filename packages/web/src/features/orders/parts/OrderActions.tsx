import { createLink, Link } from '@tanstack/react-router'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { openPaymentStates, type PayType } from '@trackway/core/codes/orders.ts'
import { type OrderDetail, orderCalls } from '@trackway/core/features/orders/calls.ts'
import type { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { Button, Dropdown, Flex } from 'antd'
import type { ReactNode } from 'react'
import { api } from '../../../base/api.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { linkTo } from '../../../base/web-paths.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { confirm } from '../../../ui/form/confirm.ts'
import { writeDevices } from '../../../ui/vehicles/vehicle-list.ts'
import { saveReceipt } from '../paying/receipt.ts'
import { rereadOrders } from '../paying/reread-orders.ts'
import { useGoPay } from '../paying/use-go-pay.ts'
import { payerOpenId, weixinPayment } from '../paying/weixin-payer.ts'
import { useWays } from '../use-ways.ts'

/** A link that looks as a button; of the kinds of a button it takes `color` and `variant`, for the link keeps `type` to itself. */
export const LinkButton = createLink(Button)

/** What can be done next with an own order. @param children further actions */
export function OrderActions({ order, children }: { order: OrderDetail; children?: ReactNode }) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const { orderNo, status, kind, lines } = order
  const devices = writeDevices(lines.map(({ terminalID }) => terminalID))
  return (
    <Flex gap={8} wrap justify="center">
      {status === 1 && order.isOwn && <PayActions order={order} />}
      {order.receiptNo !== null && (
        <ActionButton reason={null} loading={isBusy} onClick={() => void act(() => saveReceipt(orderNo))}>
          {t('orders.receipt')}
        </ActionButton>
      )}
      {status === 4 && kind === 'renewal' && order.isOwn && devices !== undefined && (
        <LinkButton color="primary" variant="solid" to="/index/order/list" search={{ renew: devices }}>
          {t('orders.again')}
        </LinkButton>
      )}
      {children}
    </Flex>
  )
}

/** Pays an order that is to be paid: goes on where it was left, begins anew, takes another way, or cancels it. */
function PayActions({ order }: { order: OrderDetail }) {
  const { t } = useTexts()
  const { act, isBusy } = useAction()
  const goPay = useGoPay()
  const ways = useWays()
  const { orderNo } = order
  const [last] = order.payments
  const isOpen = last !== undefined && (openPaymentStates as readonly string[]).includes(last.state)
  const page = isOpen ? last.payPage : null
  const inWeixin = page?.miniProgram ? weixinPayment(page.miniProgram) : null
  const isUnderWay = last?.state === 'pending' || last?.state === 'capturing'
  const others = otherWays(order, ways)
  const pay = (payType?: PayType) =>
    act(async () => {
      const openId = payerOpenId()
      const placed = await api(orderCalls.pay, {
        orderNo,
        ...(payType && { payType }),
        ...((payType ?? order.payType) === 'weixin' && openId !== undefined && { openId }),
      })
      await rereadOrders()
      if (placed.status === 1) await goPay(placed)
    })
  const cancel = () =>
    confirm({
      title: t('orders.cancel.title', { orderNo }),
      text: t('orders.cancel.text'),
      okLabel: t('orders.cancel.ok'),
      onOk: async () => {
        const { status } = await api(orderCalls.cancel, { orderNo })
        await rereadOrders()
        return t(status === 4 ? 'orders.cancel.done' : 'orders.cancel.paid')
      },
    })
  if (isUnderWay) return null
  return (
    <>
      {inWeixin ? (
        <Button
          type="primary"
          onClick={() =>
            void act(async () => {
              await inWeixin()
              await rereadOrders()
            })
          }
        >
          {t('orders.payInWeixin')}
        </Button>
      ) : page?.url ? (
        <Button type="primary" href={linkTo(page.url)}>
          {t('orders.goOn')}
        </Button>
      ) : (
        !isOpen && (
          <ActionButton type="primary" loading={isBusy} onClick={() => void pay()}>
            {t('orders.payAgain')}
          </ActionButton>
        )
      )}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map((payType) => ({
              key: payType,
              label: t(`reports.payType.${payType}`),
              onClick: () => void pay(payType),
            })),
          }}
        >
          <Button loading={isBusy}>{t('orders.otherWay')}</Button>
        </Dropdown>
      )}
      <ActionButton danger onClick={cancel}>
        {t('orders.cancel.open')}
      </ActionButton>
    </>
  )
}

/** The other ways in which an order can be paid: providers that charge its currency, and a balance that suffices. */
function otherWays(
  { payType, kind, currency, amount }: OrderDetail,
  { list = [], balances = [] }: Partial<OutputOf<typeof payAccountCalls.allowedPay>> = {},
): PayType[] {
  const online = list.filter(({ currencies }) => currencies.includes(currency)).map((way) => way.payType)
  const suffices = balances.some((held) => held.currency === currency && held.amount >= amount)
  const all: PayType[] = suffices && kind === 'renewal' ? [...online, 'balance'] : online
  return all.filter((each) => each !== payType && each !== 'card')
}

/** The ways out of a page that is shown outside of the frame. */
export function WaysOut() {
  const { t } = useTexts()
  return (
    <Flex gap={16} wrap justify="center">
      <Link to="/redirect">{t('orders.toVehicles')}</Link>
      <Link to="/index/order/list">{t('orders.toOrders')}</Link>
    </Flex>
  )
}
