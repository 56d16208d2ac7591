import { DeleteOutlined, EditOutlined, PlusOutlined, SendOutlined } from '@ant-design/icons'
import type { ReportSchedule } from '@trackway/core/api/report-schedules.ts'
import { App, Button, Switch, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { confirm } from '../../ui/form/confirm.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { TablePart } from '../../ui/list/data-table.ts'
import { NoMail } from './NoMail.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { scheduleColumns } from './schedule-columns.tsx'
import { type ScheduleTarget, scheduleInput } from './schedule-fields.ts'
import { useScheduleChanges, useSchedules } from './use-schedules.ts'

interface ScheduleListProps {
  part: TablePart
  onPart: (part: TablePart) => void
}

/** Reports that go out by mail, day by day, week by week or month by month. */
export function ScheduleList({ part, onPart }: ScheduleListProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { isDemo } = useUser()
  const [target, setTarget] = useState<ScheduleTarget>(null)
  const schedules = useSchedules({ pageNum: part.pageNum, pageSize: part.pageSize })
  const demoReason = isDemo ? t('result.demoAccount') : null
  const add = (
    <DisabledReason reason={demoReason}>
      <Button
        type="primary"
        icon={<PlusOutlined />}
        disabled={isDemo}
        onClick={() => setTarget({ kind: 'add' })}
      >
        {t('exports.schedule.add')}
      </Button>
    </DisabledReason>
  )
  return (
    <>
      {schedules.data?.canMail === false && <NoMail />}
      <DataTable<ReportSchedule>
        name="reportSchedules"
        label={t('exports.schedules')}
        columns={scheduleColumns(t, format, (schedule) => (
          <EnabledSwitch schedule={schedule} isDisabled={isDemo} />
        ))}
        rowKey={({ id }) => id}
        rows={schedules.data?.list}
        total={schedules.data?.total ?? 0}
        part={part}
        onPart={onPart}
        isStale={schedules.isPlaceholderData}
        error={schedules.error}
        onRetry={() => void schedules.refetch()}
        tools={add}
        {...(!isDemo && {
          onOpen: (schedule: ReportSchedule) => setTarget({ kind: 'edit', schedule }),
          actions: (schedule: ReportSchedule) => (
            <ScheduleActions
              schedule={schedule}
              canMail={schedules.data?.canMail ?? true}
              onEdit={() => setTarget({ kind: 'edit', schedule })}
            />
          ),
        })}
        empty={<EmptyState title={t('exports.schedule.none')} text={t('exports.schedule.noneText')} />}
      />
      <ScheduleForm target={target} onClose={() => setTarget(null)} />
    </>
  )
}

function EnabledSwitch({ schedule, isDisabled }: { schedule: ReportSchedule; isDisabled: boolean }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { save } = useScheduleChanges()
  const [isBusy, setIsBusy] = useState(false)
  const onChange = async (isEnabled: boolean) => {
    setIsBusy(true)
    try {
      await save({ ...scheduleInput(schedule), id: schedule.id, isEnabled })
    } catch (error) {
      message.error(toText(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Switch
      size="small"
      checked={schedule.isEnabled}
      disabled={isDisabled}
      loading={isBusy}
      aria-label={t('exports.schedule.enabledOne', { name: schedule.name })}
      onChange={onChange}
    />
  )
}

interface ScheduleActionsProps {
  schedule: ReportSchedule
  canMail: boolean
  onEdit: () => void
}

function ScheduleActions({ schedule, canMail, onEdit }: ScheduleActionsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { remove, send } = useScheduleChanges()
  const [isSending, setIsSending] = useState(false)
  const { id, name } = schedule

  const sendNow = async () => {
    setIsSending(true)
    try {
      await send(id)
      message.success(t('exports.schedule.sent', { name }))
    } catch (error) {
      message.error(toText(error))
    } finally {
      setIsSending(false)
    }
  }
  const askRemove = () =>
    confirm({
      title: t('exports.schedule.deleteTitle', { name }),
      text: t('exports.schedule.deleteText'),
      okLabel: t('exports.schedule.delete'),
      onOk: () => remove(id),
    })
  const sendLabel = canMail ? t('exports.schedule.sendNow', { name }) : t('exports.schedule.noMail')
  return (
    <>
      <Tooltip title={sendLabel} mouseEnterDelay={0.4}>
        <Button
          type="text"
          icon={<SendOutlined />}
          aria-label={sendLabel}
          disabled={!canMail}
          loading={isSending}
          onClick={() => void sendNow()}
        />
      </Tooltip>
      <Tooltip title={t('exports.schedule.edit', { name })} mouseEnterDelay={0.4}>
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-label={t('exports.schedule.edit', { name })}
          onClick={onEdit}
        />
      </Tooltip>
      <Tooltip title={t('exports.schedule.deleteTitle', { name })} mouseEnterDelay={0.4}>
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('exports.schedule.deleteTitle', { name })}
          onClick={askRemove}
        />
      </Tooltip>
    </>
  )
}
