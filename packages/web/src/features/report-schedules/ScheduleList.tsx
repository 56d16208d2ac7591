import { DeleteOutlined, EditOutlined, MailOutlined, SendOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { mailReceiverCalls } from '@trackway/core/features/mail-receivers/calls.ts'
import {
  type ReportSchedule,
  reportScheduleCalls,
  reportScheduleList,
} from '@trackway/core/features/report-schedules/calls.ts'
import { App, Flex, Switch, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { valueText } from '../../ui/list/ListCell.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'
import { NoMail } from './NoMail.tsx'
import { rhythmText } from './rhythm-text.ts'
import { ScheduleForm, type ScheduleTarget } from './ScheduleForm.tsx'
import { useCanMail } from './use-schedules.ts'

const { save, enable, send, delete: remove } = reportScheduleCalls

/** Reports that go out by mail, day by day, week by week or month by month. */
export function ScheduleList({ isLocal }: { isLocal?: boolean | undefined }) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const [target, setTarget] = useState<ScheduleTarget>(null)
  const canMail = useCanMail(true)
  const edit = (schedule: ReportSchedule) => setTarget({ kind: 'edit', schedule })
  const rowActions: RowAction<ReportSchedule>[] = [
    {
      label: 'exports.schedule.sendNow',
      icon: <SendOutlined />,
      call: send,
      refusal: canMail === false ? 'exports.schedule.noMail' : null,
      run: ({ id }) => api(send, { id }, { timeoutMs: 60_000 }),
      done: 'exports.schedule.sent',
    },
    {
      label: 'exports.schedule.askAgain',
      icon: <MailOutlined />,
      call: mailReceiverCalls.ask,
      isFor: ({ waitingReceivers }) => waitingReceivers.length > 0,
      run: ({ waitingReceivers }) =>
        Promise.all(waitingReceivers.map((email) => api(mailReceiverCalls.ask, { email }))),
      done: 'exports.schedule.asked',
    },
    { label: 'exports.schedule.edit', icon: <EditOutlined />, call: save, run: edit },
    {
      label: 'exports.schedule.deleteTitle',
      icon: <DeleteOutlined />,
      call: remove,
      isDangerous: true,
      confirm: { text: 'exports.schedule.deleteText', ok: 'exports.schedule.delete' },
    },
  ]
  return (
    <>
      {canMail === false && <NoMail />}
      <ListScreen
        list={reportScheduleList}
        isLocal={isLocal}
        rowActions={rowActions}
        onOpen={isDemo ? undefined : edit}
        cells={{
          isEnabled: (schedule) => <EnabledSwitch schedule={schedule} />,
          rhythm: (schedule) => (
            <Tooltip title={schedule.timeZone}>
              <span className="tw-number">{rhythmText(schedule, t)}</span>
            </Tooltip>
          ),
          lastTime: (schedule) => <LastSent schedule={schedule} />,
        }}
        tools={<AddButton label={t('exports.schedule.add')} onClick={() => setTarget({ kind: 'add' })} />}
      />
      <ScheduleForm target={target} onClose={() => setTarget(null)} />
    </>
  )
}

function EnabledSwitch({ schedule: { id, name, isEnabled } }: { schedule: ReportSchedule }) {
  const { t, toText } = useTexts()
  const { message } = App.useApp()
  const { isDemo } = useUser()
  const change = useMutation({
    mutationFn: (isOn: boolean) => api(enable, { id, isEnabled: isOn }),
    onError: (error) => void message.error(toText(error)),
    onSettled: () => reread(['list', 'reportSchedules']),
  })
  return (
    <Switch
      size="small"
      checked={isEnabled}
      disabled={isDemo}
      loading={change.isPending}
      aria-label={t('exports.schedule.enabledOne', { name })}
      onChange={(isOn) => change.mutate(isOn)}
    />
  )
}

/** When it went out last, and what went wrong if it did not. */
function LastSent({ schedule: { lastTime, lastFailure } }: { schedule: ReportSchedule }) {
  const { t, format } = useTexts()
  return (
    <Flex component="span" align="center" gap={8}>
      <span className="tw-number">{format.minute(lastTime)}</span>
      {lastFailure && (
        <Tooltip title={valueText(lastFailure, 'failure', { t, format })}>
          <Tag color="error">{t('reports.exportState.failed')}</Tag>
        </Tooltip>
      )}
    </Flex>
  )
}
