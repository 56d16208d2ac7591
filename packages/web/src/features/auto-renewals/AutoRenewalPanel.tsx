import { type AutoRenewal, autoRenewalCalls } from '@trackway/core/features/auto-renewals/calls.ts'
import { moneyText } from '@trackway/core/rules/money.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { durationText } from '../cards/duration-text.ts'

/** Which devices renew by themselves, how long before their end, and what pays for it. */
export function AutoRenewalPanel() {
  const { t, toText } = useTexts()
  const { data, error } = useCall(['autoRenewal'], autoRenewalCalls.get, {})
  if (error) return <EmptyState title={toText(error)} />
  if (!data) return <ContentLoading />
  const { isOn, daysBefore, duration, payType, currency } = data
  return (
    <Panel title={t('autoRenewals.title')} note={<Reserve setting={data} />}>
      <div className="tw-narrow">
        <CallForm
          key={JSON.stringify(data)}
          call={autoRenewalCalls.save}
          submitLabel={t('autoRenewals.save')}
          label={(name) => t(`autoRenewals.field.${name}`)}
          initial={{ isOn, daysBefore, duration, payType, currency }}
          fields={[
            { name: 'isOn', help: t('autoRenewals.isOnHelp') },
            [
              { name: 'daysBefore', unit: { name: t('autoRenewals.days') } },
              { name: 'duration', word: (id) => durationText(t, id) },
            ],
            [
              { name: 'payType', word: (type) => t(`reports.payType.${type}`) },
              { name: 'currency', isHidden: (values) => values.payType === 'card' },
            ],
          ]}
          rereads={['autoRenewal', 'list']}
          done={() => t('autoRenewals.saved')}
        />
      </div>
    </Panel>
  )
}

/** What is due, and what there is to pay for it. */
function Reserve({ setting: { due, held, payType, currency, daysBefore } }: { setting: AutoRenewal }) {
  const { t, format } = useTexts()
  const dueText = t('autoRenewals.due', { count: due, shown: format.number(due), days: daysBefore })
  if (held === null) return dueText
  const heldText =
    payType === 'card'
      ? t('autoRenewals.cardsHeld', { count: held, shown: format.number(held) })
      : t('autoRenewals.moneyHeld', { amount: moneyText(held, currency) })
  return `${dueText} ${heldText}`
}
