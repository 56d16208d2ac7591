import type { InputOf } from '@trackway/core/api/call.ts'
import { orderCalls, type PayWay, type PlacedOrder } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { App } from 'antd'
import { createElement } from 'react'
import { api } from '../../../base/api.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { rereadOrders } from './reread-orders.ts'
import { useGoPay } from './use-go-pay.ts'
import { payerOpenId } from './weixin-payer.ts'

/** Many devices take the server a while. */
const orderMs = 5 * 60_000

/** Places orders of service time, and goes on to where they are paid. @param onDone the order is placed */
export function useOrder(onDone: () => void) {
  const { t, format } = useTexts()
  const { message, modal } = App.useApp()
  const { act, isBusy } = useAction()
  const goPay = useGoPay()

  const order = (input: InputOf<typeof orderCalls.create>) =>
    act(async () => {
      const openId = payerOpenId()
      const placed: PlacedOrder = await api(
        orderCalls.create,
        { ...input, ...(input.payType === 'weixin' && openId !== undefined && { openId }) },
        { timeoutMs: orderMs },
      )
      await rereadOrders()
      onDone()
      if (placed.status === 1) return goPay(placed)
      const { refused } = placed
      if (refused.length > 0)
        modal.warning({
          title: t('lists.notDone', { count: refused.length, shown: format.number(refused.length) }),
          content: refused.map(({ id, result }) =>
            createElement('p', { key: id }, `${id} ${t(`result.${result}`)}`),
          ),
        })
      return t('orders.renew.done')
    })

  /** What the demo account reads in place of an order. */
  const wouldPay = ({ payType, currency, amount }: PayWay, count: number) => {
    const cards = () => t('orders.cards.needed', { count: amount, shown: format.number(amount) })
    message.info(
      t('orders.wouldPay', {
        amount: currency === null ? cards() : moneyText(amount, currency),
        way: t(`reports.payType.${payType}`),
        count,
        shown: format.number(count),
      }),
    )
  }
  return { order, wouldPay, isBusy }
}
