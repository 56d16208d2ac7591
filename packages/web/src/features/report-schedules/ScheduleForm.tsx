import { type Language, languages } from '@trackway/core/codes/languages.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { type ReportSchedule, reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { groupingsOf, reportKeys, reports } from '@trackway/core/features/statistics/reports.ts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../base/language.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { TimeOfDay, ZonePicker } from '../../ui/form/time-controls.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../../ui/pickers/DeviceTypePicker.tsx'
import { GroupPicker } from '../../ui/pickers/GroupPicker.tsx'
import { NoMail } from './NoMail.tsx'
import { DayOfRhythm, GroupingOfReport, VehiclesOfAccount } from './schedule-controls.tsx'
import { newSchedule, type ReportRequest, scheduleInput } from './schedule-input.ts'
import { useCanMail } from './use-schedules.ts'

export type ScheduleTarget =
  | { kind: 'add'; request?: ReportRequest }
  | { kind: 'edit'; schedule: ReportSchedule }
  | null

/** A report that shall go out by mail: what, for whom, and when. */
export function ScheduleForm({ target, onClose }: { target: ScheduleTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const language = useLanguage((state) => state.language)
  const canMail = useCanMail(target !== null)
  const schedule = target?.kind === 'edit' ? target.schedule : undefined
  const request = target?.kind === 'add' ? target.request : undefined
  const hasBelow = rolesWithSubAccounts.includes(user.role)
  const name = request && { name: t(`reports.name.${request.report}`) }
  return (
    <FormDialog
      call={reportScheduleCalls.save}
      title={schedule ? t('exports.schedule.edit', { name: schedule.name }) : t('exports.schedule.add')}
      submitLabel={t('exports.schedule.save')}
      isOpen={target !== null}
      onClose={onClose}
      width={620}
      label={(name) => t(`exports.schedule.${name}`)}
      initial={schedule ?? { ...newSchedule({ ...user, language }, request), ...name }}
      fields={[
        ...(canMail === false ? [<NoMail key="noMail" />] : []),
        'name',
        [
          {
            name: 'report',
            label: t('exports.report'),
            options: reportKeys.filter((key) => holdsAny(user.permissions, reports[key].permission)),
            word: (key) => t(`reports.name.${key}`),
          },
          {
            name: 'groupBy',
            label: t('statistics.groupBy'),
            control: <GroupingOfReport />,
            isHidden: ({ report }) => !report || groupingsOf(report).length === 0,
          },
        ],
        [
          ...(hasBelow
            ? [
                {
                  name: 'userId' as const,
                  label: t('statistics.account'),
                  control: <AccountPicker block label={t('statistics.account')} />,
                },
              ]
            : []),
          { name: 'terminalIDs', label: t('ui.vehicles.whichVehicles'), control: <VehiclesOfAccount /> },
        ],
        ...(hasBelow ? [{ name: 'withSubAccounts' as const, label: t('statistics.withBelow') }] : []),
        [
          { name: 'deviceType', label: t('statistics.type'), control: <DeviceTypePicker /> },
          {
            name: 'groupIds',
            label: t('list.filter.groupIds'),
            control: <GroupPicker label={t('list.filter.groupIds')} />,
          },
          { name: 'format', word: (format) => format.toUpperCase() },
        ],
        [
          { name: 'rhythm', word: (rhythm) => t(`reports.rhythm.${rhythm}`) },
          { name: 'onDay', control: <DayOfRhythm />, isHidden: ({ rhythm }) => rhythm === 'daily' },
          { name: 'atMinute', control: <TimeOfDay inputReadOnly allowClear={false} /> },
          {
            name: 'timeZone',
            label: t('reports.timeZone'),
            control: <ZonePicker />,
          },
        ],
        {
          name: 'receivers',
          help: t('exports.schedule.receiversHelp'),
          control: (
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '\n']} />
          ),
        },
        { name: 'language', word: (code) => languages[code as Language] },
      ]}
      refusals={{ invalidTimeZone: 'timeZone' }}
      prepare={(input) => scheduleInput(input, schedule ?? request)}
      rereads={['list']}
      done={() => t('exports.schedule.saved')}
    />
  )
}
