import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { sandboxOutcomes } from '@trackway/core/codes/orders.ts'
import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { payAccountCalls } from '@trackway/core/features/pay-accounts/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { Alert, App, Button, Flex } from 'antd'
import { api } from '../../../base/api.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { usePageTitle } from '../../../base/use-page-title.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { useAction } from '../../../ui/actions/use-action.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ScreenLoading } from '../../../ui/loading/ScreenLoading.tsx'
import styles from '../orders.module.css'
import { OrderFacts } from '../parts/OrderFacts.tsx'

const route = getRouteApi('/paySandbox')

/** The payment page of the sandbox, where who pays says what comes of it. */
export function SandboxScreen() {
  const { t, toText } = useTexts()
  const { orderNo } = route.useSearch()
  const navigate = useNavigate()
  const { isDemo } = useUser()
  const { message } = App.useApp()
  const { act, isBusy } = useAction()
  usePageTitle(t('orders.sandbox.title'))
  const { data: order, error } = useCall(['orders', 'order', orderNo], orderCalls.get, { orderNo })
  const toResult = (cancelled?: true) =>
    navigate({ to: '/payResult', search: { orderNo, ...(cancelled && { cancelled }) } })
  const choose = (outcome: (typeof sandboxOutcomes)[number]) => {
    if (isDemo) return void message.info(t(`orders.sandbox.would.${outcome}`))
    void act(async () => {
      await api(payAccountCalls.sandbox, { orderNo, outcome })
      await toResult()
    })
  }
  if (error)
    return (
      <main className="tw-centre">
        <EmptyState
          isPage
          title={toText(error)}
          action={<Button onClick={() => void toResult()}>{t('orders.sandbox.back')}</Button>}
        />
      </main>
    )
  if (!order) return <ScreenLoading />
  return (
    <main className="tw-centre">
      <section className={styles.result}>
        <Flex vertical gap={16}>
          <h1>{t('orders.sandbox.title')}</h1>
          <Alert type="warning" showIcon title={t('orders.sandbox.warning')} />
          <strong className="tw-size-32 tw-number">{moneyText(order.amount, order.currency)}</strong>
          <OrderFacts order={order} />
          <p className="tw-muted">{t('orders.sandbox.choose')}</p>
          {sandboxOutcomes.map((outcome) => (
            <Button
              key={outcome}
              block
              type={outcome === 'paid' ? 'primary' : 'default'}
              disabled={isBusy}
              onClick={() => choose(outcome)}
            >
              {t(`orders.sandbox.outcome.${outcome}`)}
            </Button>
          ))}
          <Button type="link" onClick={() => void toResult(true)}>
            {t('orders.sandbox.cancel')}
          </Button>
        </Flex>
      </section>
    </main>
  )
}
