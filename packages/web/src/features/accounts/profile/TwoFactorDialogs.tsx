import type { OutputOf } from '@trackway/core/api/call.ts'
import { twoFactorCalls } from '@trackway/core/features/accounts/two-factor-calls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { EnrolSecret } from '../../../ui/two-factor/EnrolSecret.tsx'
import { RecoveryCodes } from '../../../ui/two-factor/RecoveryCodes.tsx'

export type TwoFactorStep = 'begin' | 'confirm' | 'newCodes' | 'end' | null

interface TwoFactorDialogsProps {
  step: TwoFactorStep
  onStep: (step: TwoFactorStep) => void
  onChanged: () => void
}

/** Digits of an app, typed on whatever keyboard, or a recovery code. */
const codeInput = (
  <Input autoComplete="one-time-code" inputMode="text" spellCheck={false} maxLength={40} autoFocus />
)

/** Turning codes on, step by step, making new recovery codes, and turning them off. */
export function TwoFactorDialogs({ step, onStep, onChanged }: TwoFactorDialogsProps) {
  const { t } = useTranslation()
  const [begun, setBegun] = useState<OutputOf<typeof twoFactorCalls.begin> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const label = (name: string) => t(`profile.field.${name}`)
  const close = () => onStep(null)
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setCodes(recoveryCodes)
    setBegun(null)
    onChanged()
  }
  return (
    <>
      <FormDialog
        call={twoFactorCalls.begin}
        title={t('profile.twoFactor.turnOn')}
        submitLabel={t('profile.twoFactor.next')}
        isOpen={step === 'begin'}
        onClose={close}
        label={label}
        fields={[{ name: 'password', password: 'current', help: t('profile.twoFactor.whyPassword') }]}
        refusals={{ wrongPassword: 'password' }}
        onDone={(enrolment) => {
          setBegun(enrolment)
          onStep('confirm')
        }}
      />
      <FormDialog
        call={twoFactorCalls.confirm}
        title={t('profile.twoFactor.turnOn')}
        submitLabel={t('profile.twoFactor.turnOn')}
        isOpen={step === 'confirm' && begun !== null}
        onClose={close}
        label={label}
        fields={[
          ...(begun ? [<EnrolSecret key="secret" {...begun} />] : []),
          { name: 'code', control: codeInput, help: t('profile.twoFactor.enterCode') },
        ]}
        refusals={{ wrongCode: 'code' }}
        onDone={showCodes}
      />
      <FormDialog
        call={twoFactorCalls.newRecoveryCodes}
        title={t('profile.twoFactor.newCodes')}
        submitLabel={t('profile.twoFactor.newCodes')}
        isOpen={step === 'newCodes'}
        onClose={close}
        label={label}
        fields={[{ name: 'code', control: codeInput, help: t('profile.twoFactor.newCodesText') }]}
        refusals={{ wrongCode: 'code' }}
        onDone={showCodes}
      />
      <FormDialog
        call={twoFactorCalls.end}
        title={t('profile.twoFactor.turnOff')}
        submitLabel={t('profile.twoFactor.turnOff')}
        isOpen={step === 'end'}
        onClose={close}
        label={label}
        fields={[
          { name: 'password', password: 'current' },
          { name: 'code', control: codeInput },
        ]}
        refusals={{ wrongPassword: 'password', wrongCode: 'code' }}
        rereads={['twoFactor']}
        done={() => t('profile.twoFactor.turnedOff')}
      />
      <Dialog
        open={codes !== null}
        title={t('ui.twoFactor.recoveryCodes')}
        footer={null}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        width={480}
      >
        {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      </Dialog>
    </>
  )
}
