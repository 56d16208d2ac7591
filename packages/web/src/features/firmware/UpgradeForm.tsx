import { type FirmwareFile, firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { FormForecast } from '../tasks/TaskForecast.tsx'
import { useTaskRuleFields } from '../tasks/use-task-rule-fields.tsx'
import { UpgradeDevices } from './UpgradeDevices.tsx'

interface UpgradeFormProps {
  file: FirmwareFile | null
  onClose: () => void
  /** Shows what becomes of it. */
  onStarted: (taskId: number) => void
}

/** Starts an upgrade: devices, when and how fast, and when it shall pause by itself. */
export function UpgradeForm({ file, onClose, onStarted }: UpgradeFormProps) {
  const { t } = useTranslation()
  const ruleFields = useTaskRuleFields()
  return (
    <FormDialog
      call={firmwareCalls.start}
      isOpen={file !== null}
      title={t('firmware.upgrade.open', { name: file?.version })}
      submitLabel={t('firmware.upgrade.start')}
      width={640}
      onClose={onClose}
      label={(name) => t(`firmware.field.${name}`)}
      initial={{
        ...(file && { fileId: file.id }),
        perSecond: 1,
        maxFailurePercent: 20,
        minSample: 20,
        maxTries: 3,
      }}
      fields={[
        {
          name: 'terminalIDs',
          control: <UpgradeDevices areAsked fileId={file?.id ?? null} />,
          isRequired: true,
        },
        ...ruleFields(firmwareCalls.start),
        <FormForecast key="forecast" />,
      ]}
      rereads={['list', 'task']}
      done={({ devices, missing }) =>
        missing.length > 0
          ? t('firmware.upgrade.startedSome', {
              count: devices,
              missing: missing.length,
              list: missing.slice(0, 5).join(', '),
            })
          : t('firmware.upgrade.started', { count: devices })
      }
      onDone={({ taskId }) => onStarted(taskId)}
    />
  )
}
