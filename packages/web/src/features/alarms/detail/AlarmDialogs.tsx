import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import type { AlarmActionsProps } from './alarm-actions.ts'

interface AlarmDialogsProps extends Pick<AlarmActionsProps, 'alarm' | 'notify' | 'onChanged'> {
  dialog: AlarmDialog | null
  address: string
  onClose: () => void
}

export type AlarmDialog = 'assign' | 'note' | 'address'

/** The form of an action that asks for something: an address, a note, to whom the alarm goes. */
export function AlarmDialogs({ alarm, dialog, address, notify, onChanged, onClose }: AlarmDialogsProps) {
  const { t } = useTranslation()
  const { id } = alarm
  if (dialog === null) return null
  if (dialog === 'address')
    return (
      <FormDialog
        isOpen
        call={alarmCalls.saveAddress}
        title={t('alarms.saveAddress')}
        submitLabel={t('alarms.save')}
        initial={{ id, address: address }}
        fields={['address']}
        label={() => t('alarms.fact.place')}
        onClose={onClose}
        done={() => t('alarms.saved')}
        onDone={onChanged}
      />
    )
  return (
    <FormDialog
      isOpen
      call={alarmCalls.handle}
      title={t(`list.bulk.${dialog}`)}
      submitLabel={t('alarms.save')}
      initial={{ ids: [id], action: dialog, ...(dialog === 'note' && { note: alarm.note ?? '' }) }}
      fields={
        dialog === 'note'
          ? ['note']
          : [
              {
                name: 'assigneeId',
                control: <AccountPicker isRequired block label={t('reports.column.assignee')} />,
              },
            ]
      }
      label={(name) => t(`reports.column.${name === 'note' ? 'note' : 'assignee'}`)}
      onClose={onClose}
      onDone={(output) => {
        notify(output)
        onChanged()
      }}
    />
  )
}
