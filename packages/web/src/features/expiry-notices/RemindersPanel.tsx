import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'

/** Of which expiring devices the account is reminded. */
export function RemindersPanel() {
  const { t } = useTranslation()
  const { role } = useUser()
  const { data } = useCall(['expirySwitches'], serviceEndCalls.switches, {})
  if (!data) return null
  return (
    <Panel title={t('serviceEnds.reminders.title')} note={t('serviceEnds.reminders.note')}>
      <CallForm
        key={JSON.stringify(data)}
        call={serviceEndCalls.saveSwitches}
        submitLabel={t('serviceEnds.reminders.save')}
        label={(name) => t(`serviceEnds.reminders.${name}`)}
        initial={data}
        fields={[
          'own',
          ...(rolesWithSubAccounts.includes(role) ? (['customers'] as const) : []),
          'byMail',
          'byPush',
          'bySms',
        ]}
        rereads={['expirySwitches']}
        done={() => t('serviceEnds.reminders.saved')}
      />
    </Panel>
  )
}
