import type { InputOf } from '@trackway/core/api/call.ts'
import { type TargetServer, targetServerCalls } from '@trackway/core/features/target-servers/calls.ts'
import { Alert, Form } from 'antd'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { ContentLoading } from '../../ui/loading/ContentLoading.tsx'
import { FormForecast } from '../tasks/TaskForecast.tsx'
import { useTaskRuleFields } from '../tasks/use-task-rule-fields.tsx'

interface RolloutDialogProps {
  row: TargetServer | null
  onClose: () => void
  /** Shows what becomes of it; of several tasks none by itself. */
  onStarted: (task?: number) => void
}

type Rollout = InputOf<typeof targetServerCalls.start>

/** What a rollout would move, its pace, and its start. */
export function RolloutDialog({ row, onClose, onStarted }: RolloutDialogProps) {
  const { t } = useTexts()
  const ruleFields = useTaskRuleFields()
  const place = row && {
    userId: row.userId,
    ...(row.deviceType !== null && { deviceType: row.deviceType }),
  }
  return (
    <FormDialog
      key={row?.id ?? ''}
      call={targetServerCalls.start}
      isOpen={row !== null}
      title={t('targetServers.rollOutTitle', { name: row?.username })}
      submitLabel={t('targetServers.rollOut')}
      onClose={onClose}
      label={(name) => t(`targetServers.field.${name}`)}
      initial={
        place
          ? { ...place, perSecond: 1, maxFailurePercent: 10, maxTries: 3, withFailed: row.toMove === 0 }
          : {}
      }
      fields={[
        <Preview key="preview" place={place} />,
        { name: 'withFailed', help: t('targetServers.withFailedHelp') },
        ...ruleFields(targetServerCalls.start),
      ]}
      rereads={['list', 'task']}
      done={({ tasks }) =>
        t('targetServers.started', { count: tasks.reduce((sum, { devices }) => sum + devices, 0) })
      }
      onDone={({ tasks }) => onStarted(tasks.length === 1 ? tasks[0]!.taskId : undefined)}
    />
  )
}

const noted = ['unsupported', 'left', 'underWay', 'there', 'failed', 'elsewhere'] as const

/** How many devices would go where, and how many would not, by what the form says so far. */
function Preview({ place }: { place: Pick<Rollout, 'userId' | 'deviceType'> | null }) {
  const { t, format, toText } = useTexts()
  const withFailed = Form.useWatch('withFailed') as boolean | undefined
  const { data, error } = useCall(
    ['list', 'targetPreview', place, withFailed],
    targetServerCalls.preview,
    place && { ...place, withFailed: withFailed ?? false },
  )
  if (error) return <Alert type="error" showIcon title={toText(error)} />
  if (!data) return <ContentLoading />
  if (data.toMove === 0) {
    const text = data.unsupported > 0 ? 'targetServers.allUnsupported' : 'targetServers.nothing'
    return <Alert type="info" showIcon title={t(text, { count: data.unsupported })} />
  }
  return (
    <div className="tw-grid tw-gap-6">
      <strong>{t('targetServers.wouldMove', { count: data.toMove })}</strong>
      <FormForecast devices={data.toMove} />
      <Facts
        facts={[
          ...data.targets.map(({ target, devices }) => ({ label: target, value: format.number(devices) })),
          ...noted
            .filter((key) => data[key] > 0)
            .map((key) => ({ label: t(`targetServers.noted.${key}`), value: format.number(data[key]) })),
        ]}
      />
    </div>
  )
}
