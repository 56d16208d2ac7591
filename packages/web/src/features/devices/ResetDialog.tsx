import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { Alert, App, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import type { FieldValue } from '../../ui/form/field-value.ts'

/** Resets the devices of a pasted list, after their number was typed. */
export function ResetDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (
    <FormDialog
      call={deviceServiceCalls.reset}
      title={t('devices.resets.start')}
      submitLabel={t('devices.resets.submit')}
      isOpen={isOpen}
      onClose={onClose}
      label={(name) => t(`devices.resets.${name}`)}
      fields={[
        <Alert key="what" type="warning" showIcon title={t('devices.resets.what')} />,
        { name: 'terminalIDs', control: <IdLines />, help: t('devices.resets.terminalIDsHelp') },
        {
          name: 'confirm',
          control: <Input inputMode="numeric" maxLength={8} autoComplete="off" />,
          checkAfter: ['terminalIDs'],
          check: (value, { terminalIDs = [] }) =>
            String(value) === String(terminalIDs.length)
              ? null
              : t('devices.resets.confirmFault', { count: terminalIDs.length }),
        },
      ]}
      refusals={{ confirmationWrong: 'confirm', notFound: 'terminalIDs' }}
      rereads={['list']}
      done={({ done }) => t('devices.resets.done', { count: done })}
      onDone={({ failed }) => {
        if (failed.length > 0)
          modal.warning({
            title: t('devices.resets.missing', { count: failed.length }),
            content: failed.map(({ id }) => id).join(', '),
          })
      }}
    />
  )
}

/** Terminal ids, however they are separated. */
function IdLines({ id, onChange }: FieldValue<string[]>) {
  const [text, setText] = useState('')
  return (
    <Input.TextArea
      {...(id && { id })}
      rows={5}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.target.value)
        onChange?.([...new Set(event.target.value.split(/[\s,;，；、]+/).filter((line) => line !== ''))])
      }}
    />
  )
}
