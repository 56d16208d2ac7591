import { type SubAccount, subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { CopyText } from '../../../ui/link/CopyText.tsx'

/** Gives an account a random password, which is shown once. */
export function ResetPasswordDialog({ account, onClose }: { account: SubAccount; onClose: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState<string | null>(null)
  return (
    <Dialog
      open
      footer={null}
      width={440}
      title={t('agents.resetPassword', { name: account.username })}
      onCancel={onClose}
    >
      {password === null ? (
        <>
          <p className="tw-gap-below">{t('agents.resetText')}</p>
          <CallForm
            call={subAccountCalls.resetPassword}
            submitLabel={t('agents.resetOk')}
            label={String}
            initial={{ id: account.id }}
            fields={[]}
            onDone={(output) => setPassword(output.password)}
          />
        </>
      ) : (
        <Flex vertical gap={12}>
          <CopyText text={password} />
          <p className="tw-muted">{t('agents.resetOnce')}</p>
        </Flex>
      )}
    </Dialog>
  )
}
