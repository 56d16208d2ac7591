import { serviceTermCalls } from '@trackway/core/features/service-terms/calls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

/** Opens the setting of how much service time comes with an import credit, for those who may change it. */
export function ServiceTimeButton() {
  const { t } = useTranslation()
  const maySet = useCan('main:system_config')
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useCall(['serviceTerm'], serviceTermCalls.get, maySet ? {} : null)
  if (!maySet) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('serviceTerms.title')}</Button>
      <FormDialog
        call={serviceTermCalls.save}
        isOpen={isOpen && data !== undefined}
        title={t('serviceTerms.title')}
        submitLabel={t('serviceTerms.save')}
        onClose={() => setIsOpen(false)}
        label={(name) => t(`serviceTerms.field.${name}`)}
        initial={data ?? {}}
        fields={['monthsPerCredit']}
        rereads={['serviceTerm']}
        done={() => t('serviceTerms.saved')}
      />
    </>
  )
}
