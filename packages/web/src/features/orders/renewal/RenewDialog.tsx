import { type DurationId, durationIds } from '@trackway/core/codes/durations.ts'
import { silentDays } from '@trackway/core/features/cards/calls.ts'
import type { PayWay } from '@trackway/core/features/orders/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { audienceOf } from '@trackway/core/rules/service-terms.ts'
import { Alert, Checkbox, Flex } from 'antd'
import { useState } from 'react'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ContentLoading } from '../../../ui/loading/ContentLoading.tsx'
import { Pills } from '../../../ui/Pills.tsx'
import { durationText } from '../../cards/duration-text.ts'
import { useOrder } from '../paying/use-order.ts'
import { DiscountField } from './DiscountField.tsx'
import { PayWays } from './PayWays.tsx'
import { ProviderContact } from './ProviderContact.tsx'
import { RenewalPreviews } from './RenewalPreviews.tsx'
import { missingOf, offeredWays, type QuoteInput, useQuote, wayKey } from './use-quote.ts'

/** Devices by their ids, or all that a filter of their list finds. */
export type ChosenDevices = { ids: readonly (string | number)[] } | { filter: object }

const year: DurationId = 3

/** Renews devices: which they are and when they reported last, for how long, and how it is paid. */
export function RenewDialog({ chosen, onClose }: { chosen: ChosenDevices; onClose: () => void }) {
  const { t, format, toText } = useTexts()
  const { role, isOfDevice } = useUser()
  const isEndUser = audienceOf(role, { isOfDevice }) === 'endUser'
  const [duration, setDuration] = useState<DurationId>(year)
  const [isUserToo, setIsUserToo] = useState(true)
  const [chosenWay, setChosenWay] = useState<string | null>(null)
  const [isCodeEntered, setIsCodeEntered] = useState(false)
  const input: QuoteInput = {
    ...('ids' in chosen ? { terminalIDs: chosen.ids.map(String) } : { filter: { ...chosen.filter } }),
    duration,
    target: isUserToo ? 'both' : 'platform',
  }
  const { quote, error, isStale, code, codeError, applyCode } = useQuote(input)
  const ways = offeredWays(quote?.ways ?? [])
  const way =
    ways.find((each) => wayKey(each) === chosenWay) ?? ways.find((each) => missingOf(each) === 0) ?? ways[0]
  const count = quote?.needed ?? 0
  return (
    <Dialog
      open
      width={860}
      title={t('orders.renew.title')}
      onCancel={onClose}
      footer={
        way && (
          <PayButton
            input={input}
            way={way}
            code={code}
            count={count}
            isStale={isStale}
            isCodeEntered={isCodeEntered}
            onDone={onClose}
          />
        )
      }
    >
      {error ? (
        <EmptyState title={toText(error)} />
      ) : !quote ? (
        <ContentLoading />
      ) : (
        <Flex vertical gap={16}>
          {quote.silent > 0 && (
            <Alert
              type="warning"
              title={t('orders.renew.silent', {
                count: quote.silent,
                shown: format.number(quote.silent),
                days: silentDays,
              })}
            />
          )}
          <RenewalPreviews list={quote.list} />
          {quote.refused > 0 && (
            <span>
              {t('orders.renew.refused', { count: quote.refused, shown: format.number(quote.refused) })}
            </span>
          )}
          <Flex gap={16} wrap align="center">
            <Pills
              label={t('orders.renew.duration')}
              pills={durationIds.map((key) => ({ key, label: durationText(t, key) }))}
              chosen={duration}
              onChoose={setDuration}
            />
            {!isEndUser && (
              <Checkbox checked={isUserToo} onChange={(event) => setIsUserToo(event.target.checked)}>
                {t('orders.renew.userToo')}
              </Checkbox>
            )}
          </Flex>
          {way ? (
            <>
              <PayWays ways={ways} chosen={way} onChoose={(next) => setChosenWay(wayKey(next))} />
              {way.currency !== null && (
                <DiscountField
                  code={code}
                  error={codeError}
                  isBusy={isStale}
                  onApply={applyCode}
                  onEntered={setIsCodeEntered}
                />
              )}
              <Total way={way} count={count} discountRate={quote.discountRate} />
            </>
          ) : (
            count > 0 && <Alert type="info" title={t('orders.noWay')} description={<ProviderContact />} />
          )}
        </Flex>
      )}
    </Dialog>
  )
}

/** What is paid in the end, and what the discount takes off. */
function Total({ way, count, discountRate }: { way: PayWay; count: number; discountRate: number | null }) {
  const { t, format } = useTexts()
  const { currency, amount, listAmount } = way
  if (currency === null) return null
  const off = listAmount - amount
  return (
    <Flex gap={16} wrap justify="end" align="baseline" className="tw-number">
      <span className="tw-muted">{t('orders.renew.devices', { count, shown: format.number(count) })}</span>
      {off > 0 && discountRate !== null && (
        <span className="tw-success">
          {t('orders.discount.off', { percent: discountRate, amount: moneyText(off, currency) })}
        </span>
      )}
      <strong className="tw-size-20" data-testid="renewal-total">
        {t('orders.total', { amount: moneyText(amount, currency) })}
      </strong>
    </Flex>
  )
}

interface PayButtonProps {
  input: QuoteInput
  way: PayWay
  code: string | null
  count: number
  isStale: boolean
  isCodeEntered: boolean
  onDone: () => void
}

/** Places the order and leads to where it is paid; says why that cannot be done yet. */
function PayButton({ input, way, code, count, isStale, isCodeEntered, onDone }: PayButtonProps) {
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const { order, wouldPay, isBusy } = useOrder(onDone)
  const { currency, amount, payType } = way
  const missing = missingOf(way)
  const reason = isStale
    ? t('app.loading')
    : count === 0
      ? t('orders.renew.none')
      : missing > 0
        ? currency === null
          ? t('orders.cards.missing', { count: missing, shown: format.number(missing) })
          : t('orders.balance.missing', { amount: moneyText(missing, currency) })
        : isCodeEntered && currency !== null
          ? t('orders.discount.notApplied')
          : null
  const shown = format.number(count)
  return (
    <ActionButton
      type="primary"
      reason={reason}
      loading={isBusy}
      onClick={() =>
        isDemo
          ? wouldPay(way, count)
          : void order({
              ...input,
              payType,
              ...(currency !== null && { currency }),
              ...(currency !== null && code !== null && { discountCode: code }),
            })
      }
    >
      {currency === null
        ? t('orders.renew.renewCount', { count, shown })
        : t('orders.pay', { amount: moneyText(amount, currency) })}
    </ActionButton>
  )
}
