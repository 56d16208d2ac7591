import { accountMailCalls } from '@trackway/core/features/accounts/mail-calls.ts'
import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import { Alert, Button, Flex, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../base/api.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useCan, useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { confirm } from '../../../ui/form/confirm.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { BrowserNotices } from '../../notifications/BrowserNotices.tsx'
import { ChangePasswordDialog } from '../ChangePasswordDialog.tsx'
import { TwoFactorDialogs, type TwoFactorStep } from './TwoFactorDialogs.tsx'

/** Password, codes, and the address for the day the password is forgotten. */
export function SecurityTab() {
  const { t } = useTranslation()
  const maySeeAlarms = useCan('main:alarms')
  const [isPasswordOpen, setPasswordOpen] = useState(false)
  return (
    <div className="tw-narrow tw-column tw-full-width tw-gap-16">
      <Panel title={t('profile.password')}>
        <Flex justify="space-between" align="center" gap={16} wrap>
          <span className="tw-muted">{t('profile.passwordText')}</span>
          <ActionButton onClick={() => setPasswordOpen(true)}>{t('account.changePassword')}</ActionButton>
        </Flex>
      </Panel>
      <TwoFactorPanel />
      <EmailPanel />
      {maySeeAlarms && <BrowserNotices />}
      <ChangePasswordDialog isOpen={isPasswordOpen} onClose={() => setPasswordOpen(false)} />
    </div>
  )
}

function TwoFactorPanel() {
  const { t, format } = useTexts()
  const { isDemo } = useUser()
  const mayDemand = useCan('main:agent')
  const [step, setStep] = useState<TwoFactorStep>(null)
  const { data, refetch } = useCall(['twoFactor'], twoFactorCalls.state, {})
  if (!data) return null
  const isOn = data.sinceTime !== null
  const demand = (isDemanded: boolean) =>
    confirm({
      title: t(isDemanded ? 'profile.rule.on' : 'profile.rule.off'),
      text: t(isDemanded ? 'profile.rule.onText' : 'profile.rule.offText'),
      okLabel: t(isDemanded ? 'profile.rule.onOk' : 'profile.rule.offOk'),
      onOk: async () => {
        const { endedSessions } = await api(twoFactorCalls.demand, { isDemanded })
        await refetch()
        return isDemanded && t('profile.rule.done', { count: endedSessions })
      },
    })
  return (
    <Panel
      title={t('profile.twoFactor.title')}
      note={
        isOn
          ? t('profile.twoFactor.since', { since: format.date(data.sinceTime) })
          : t('profile.twoFactor.isOff')
      }
    >
      <Flex vertical gap={16}>
        <span className="tw-muted">{t('profile.twoFactor.text')}</span>
        {isOn && data.recoveryCodesLeft < 4 && (
          <Alert
            type="warning"
            showIcon
            title={t('profile.twoFactor.codesLeft', { count: data.recoveryCodesLeft })}
          />
        )}
        <Flex gap={8} wrap>
          {!isOn && (
            <ActionButton type="primary" onClick={() => setStep('begin')}>
              {t('profile.twoFactor.turnOn')}
            </ActionButton>
          )}
          {isOn && <Button onClick={() => setStep('newCodes')}>{t('profile.twoFactor.newCodes')}</Button>}
          {isOn && (
            <ActionButton
              reason={data.isDemanded ? t('profile.twoFactor.isDemanded') : null}
              danger
              onClick={() => setStep('end')}
            >
              {t('profile.twoFactor.turnOff')}
            </ActionButton>
          )}
        </Flex>
        {mayDemand && (
          <Flex gap={12} align="center">
            <Switch
              checked={data.demandsBelow}
              disabled={isDemo}
              onChange={demand}
              aria-labelledby="two-factor-rule"
            />
            <span id="two-factor-rule">{t('profile.rule.label')}</span>
          </Flex>
        )}
      </Flex>
      <TwoFactorDialogs step={step} onStep={setStep} onChanged={() => void refetch()} />
    </Panel>
  )
}

function EmailPanel() {
  const { t, format } = useTexts()
  const { isDemo, email } = useUser()
  const [openDialog, setOpenDialog] = useState<'bind' | 'unbind' | null>(null)
  const { data } = useCall(['boundEmail'], accountMailCalls.state, {})
  if (!data) return null
  const locked = isDemo ? t('result.demoAccount') : data.canMail ? null : t('result.mailNotConfigured')
  return (
    <Panel title={t('profile.boundEmail.title')} note={data.email ?? t('profile.boundEmail.none')}>
      <Flex vertical gap={16}>
        <span className="tw-muted">
          {data.bindTime === null
            ? t('profile.boundEmail.text')
            : t('profile.boundEmail.since', { since: format.date(data.bindTime) })}
        </span>
        <Flex gap={8} wrap>
          <ActionButton reason={locked} onClick={() => setOpenDialog('bind')}>
            {t(data.email === null ? 'profile.boundEmail.bind' : 'profile.boundEmail.change')}
          </ActionButton>
          {data.email !== null && (
            <Button danger onClick={() => setOpenDialog('unbind')}>
              {t('profile.boundEmail.unbind')}
            </Button>
          )}
        </Flex>
      </Flex>
      <FormDialog
        call={accountMailCalls.bind}
        title={t('profile.boundEmail.bind')}
        submitLabel={t('profile.boundEmail.send')}
        isOpen={openDialog === 'bind'}
        onClose={() => setOpenDialog(null)}
        label={(name) => t(`profile.field.${name}`)}
        initial={{ email: email ?? '' }}
        fields={['email', { name: 'password', password: 'current' }]}
        refusals={{ wrongPassword: 'password', mailFailed: 'email' }}
        done={() => t('profile.boundEmail.sent')}
      />
      <FormDialog
        call={accountMailCalls.unbind}
        title={t('profile.boundEmail.unbind')}
        submitLabel={t('profile.boundEmail.unbind')}
        isOpen={openDialog === 'unbind'}
        onClose={() => setOpenDialog(null)}
        label={(name) => t(`profile.field.${name}`)}
        fields={[{ name: 'password', password: 'current' }]}
        refusals={{ wrongPassword: 'password' }}
        rereads={['boundEmail']}
        done={() => t('profile.boundEmail.unbound')}
      />
    </Panel>
  )
}
