import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { Alert, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'

/** Which account anybody may try out, and how far. */
export function DemoAccountTab() {
  const { t } = useTranslation()
  const { data } = useCall(['demoAccount'], demoAccountCalls.find, {})
  if (!data) return null
  const { held, username, ...initial } = data
  return (
    <div className="tw-narrow tw-column tw-full-width tw-gap-16">
      <Panel title={t('system.demo.title')} note={username ?? t('system.demo.none')}>
        <CallForm
          key={String(data.accountId)}
          call={demoAccountCalls.save}
          submitLabel={t('system.save')}
          label={(name) => t(`system.demo.${name}`)}
          initial={initial}
          fields={[
            <Alert key="about" type="info" showIcon title={t('system.demo.about')} />,
            { name: 'accountId', control: <ChosenAccount />, help: t('system.demo.accountHelp') },
            'isOffered',
            {
              name: 'permissions',
              help: t('system.demo.permissionsHelp'),
              control: (
                <Select
                  mode="multiple"
                  allowClear
                  placeholder={t('system.demo.all')}
                  options={held.map((value) => ({ value, label: value }))}
                />
              ),
            },
          ]}
          refusals={{ roleNotGrantable: 'accountId' }}
          rereads={['demoAccount', 'signIn']}
          done={() => t('system.isSaved')}
        />
      </Panel>
    </div>
  )
}

/** One's own account means none: an administrator is never the demo account. */
function ChosenAccount({ value, onChange }: FieldValue<number>) {
  const { t } = useTranslation()
  return (
    <AccountPicker
      block
      isExact
      label={t('system.demo.accountId')}
      value={value}
      onChange={(id) => onChange?.(id ?? null)}
    />
  )
}
