import type { OutputOf } from '@trackway/core/api/call.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import type { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { readAmount } from '@trackway/core/rules/money.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from '../orders.module.css'
import { rereadOrders } from '../paying/reread-orders.ts'
import { useGoPay } from '../paying/use-go-pay.ts'
import { payerOpenId } from '../paying/weixin-payer.ts'

type Ways = OutputOf<typeof payAccountCalls.allowedPay>['list']

/** How much money goes on the balance of the account, in which currency, and how it is paid. */
export function TopUpDialog({ ways, onClose }: { ways: Ways; onClose: () => void }) {
  const { t } = useTexts()
  const goPay = useGoPay()
  const { act, isBusy } = useAction()
  const choices = ways.flatMap(({ payType, currencies }) =>
    currencies.map((currency) => ({ key: `${payType} ${currency}`, payType, currency })),
  )
  const [key, setKey] = useState(choices[0]?.key)
  const [text, setText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const chosen = choices.find((each) => each.key === key)
  const amount = chosen ? readAmount(text, chosen.currency) : null
  const isValid = amount !== null && orderCalls.topUp.input.shape.amount.safeParse(amount).success
  const topUp = () => {
    setIsChecked(true)
    if (!chosen || !isValid || isBusy) return
    const { payType, currency } = chosen
    const openId = payerOpenId()
    void act(async () => {
      const placed = await api(orderCalls.topUp, {
        amount,
        currency,
        payType,
        ...(payType === 'weixin' && openId !== undefined && { openId }),
      })
      await rereadOrders()
      onClose()
      await goPay(placed)
    })
  }
  return (
    <Dialog
      open
      width={440}
      title={t('orders.balance.topUp')}
      okText={t('orders.balance.goOn')}
      cancelText={t('ui.form.cancel')}
      confirmLoading={isBusy}
      onOk={topUp}
      onCancel={onClose}
    >
      <Form layout="vertical" onFinish={topUp}>
        <Form.Item
          label={t('orders.balance.amount')}
          htmlFor="top-up-amount"
          {...(isChecked && !isValid && { validateStatus: 'error', help: t('orders.balance.wrongAmount') })}
        >
          <Input
            id="top-up-amount"
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            value={text}
            suffix={chosen?.currency}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
        <Radio.Group
          className={styles.ways!}
          aria-label={t('orders.way')}
          value={key}
          options={choices.map(({ key, payType, currency }) => ({
            value: key,
            label: `${t(`reports.payType.${payType}`)} · ${currency}`,
          }))}
          onChange={({ target }) => setKey(target.value)}
        />
      </Form>
    </Dialog>
  )
}
