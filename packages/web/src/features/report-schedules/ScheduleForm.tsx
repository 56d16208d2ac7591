import { exportFormats } from '@trackway/core/api/exports.ts'
import { scheduleRhythms } from '@trackway/core/api/report-schedules.ts'
import { languageCodes, languages } from '@trackway/core/codes/languages.ts'
import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { groupings, reportKeys, reports } from '@trackway/core/reports/reports.ts'
import { App, Checkbox, Form, Input, Segmented, Select, TimePicker } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useLanguage } from '../../base/language.ts'
import { useUser } from '../../base/session.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { AccountPicker } from '../../ui/pickers/AccountPicker.tsx'
import { useDeviceTypes } from '../../ui/pickers/use-device-types.ts'
import { VehiclePicker } from '../../ui/vehicles/VehiclePicker.tsx'
import { NoMail } from './NoMail.tsx'
import { weekdayName } from './schedule-columns.tsx'
import {
  fieldsOf,
  inputOf,
  newSchedule,
  type ScheduleFields,
  type ScheduleTarget,
} from './schedule-fields.ts'
import styles from './schedules.module.css'
import { useCanMail, useScheduleChanges } from './use-schedules.ts'

const email = z.email()
const daysOfMonth = Array.from({ length: 28 }, (_, index) => index + 1)

/** A report that shall go out by mail: what, for whom, and when. */
export function ScheduleForm({ target, onClose }: { target: ScheduleTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const user = useUser()
  const language = useLanguage((state) => state.language)
  const { save } = useScheduleChanges()
  const schedule = target?.kind === 'edit' ? target.schedule : undefined
  const asked = target?.kind === 'add' ? target.asked : undefined
  const canMail = useCanMail(target !== null)
  const required = [{ required: true, message: t('ui.form.required') }]

  const submit = async (fields: ScheduleFields) => {
    await save(inputOf(fields, schedule ?? asked))
    message.success(t('exports.schedule.saved'))
  }
  return (
    <FormDialog<ScheduleFields>
      title={schedule ? t('exports.schedule.edit', { name: schedule.name }) : t('exports.schedule.add')}
      submitLabel={t('exports.schedule.save')}
      isOpen={target !== null}
      onClose={onClose}
      width={620}
      initial={
        schedule
          ? fieldsOf(schedule)
          : {
              ...newSchedule({ ...user, language }, asked),
              ...(asked && { name: t(`reports.name.${asked.report}`) }),
            }
      }
      fieldOfRefusal={{ invalidTimeZone: 'timeZone' }}
      onSubmit={submit}
    >
      {canMail === false && <NoMail />}
      <Form.Item name="name" label={t('exports.schedule.name')} rules={required}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <div className="tw-form-pair">
        <Form.Item name="report" label={t('exports.report')} rules={required}>
          <Select
            options={reportKeys
              .filter((key) => holdsAny(user.role, reports[key].permission))
              .map((value) => ({ value, label: t(`reports.name.${value}`) }))}
          />
        </Form.Item>
        <GroupingField />
      </div>
      <WhoseFields />
      <div className="tw-form-pair">
        <TypeField />
        <Form.Item name="format" required label={t('exports.schedule.format')}>
          <Segmented options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))} />
        </Form.Item>
      </div>
      <WhenFields />
      <Form.Item
        name="receivers"
        label={t('exports.schedule.receivers')}
        extra={t('exports.schedule.receiversHelp')}
        rules={[
          ...required,
          {
            validator: async (_, list: string[] = []) => {
              const wrong = list.find((address) => !email.safeParse(address).success)
              if (wrong) throw new Error(t('exports.schedule.wrongAddress', { address: wrong }))
            },
          },
        ]}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ';', ' ', '\n']}
          maxCount={20}
        />
      </Form.Item>
      <Form.Item name="language" required label={t('exports.schedule.language')}>
        <Select options={languageCodes.map((code) => ({ value: code, label: languages[code] }))} />
      </Form.Item>
    </FormDialog>
  )
}

function GroupingField() {
  const { t } = useTranslation()
  const report = Form.useWatch<ScheduleFields['report'] | undefined>('report')
  const isGrouped = report !== undefined && reports[report].source.call === 'sums'
  return (
    <Form.Item name="groupBy" required label={t('statistics.groupBy')} hidden={!isGrouped}>
      <Select options={groupings.map((value) => ({ value, label: t(`statistics.group.${value}`) }))} />
    </Form.Item>
  )
}

/** Whose vehicles, and which of them. */
function WhoseFields() {
  const { t } = useTranslation()
  const { role } = useUser()
  const userId = Form.useWatch<number | undefined>('userId')
  const hasBelow = rolesWithSubAccounts.includes(role)
  return (
    <div className="tw-form-pair">
      {hasBelow && (
        <div>
          <Form.Item name="userId" required label={t('statistics.account')} className={styles.tight}>
            <AccountInput />
          </Form.Item>
          <Form.Item name="withSubAccounts" valuePropName="checked">
            <Checkbox>{t('statistics.withBelow')}</Checkbox>
          </Form.Item>
        </div>
      )}
      <Form.Item name="terminalIDs" required label={t('ui.vehicles.whichVehicles')}>
        <VehiclesInput userId={userId} />
      </Form.Item>
    </div>
  )
}

function TypeField() {
  const { t } = useTranslation()
  const types = useDeviceTypes()
  return (
    <Form.Item name="deviceType" required label={t('statistics.type')}>
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('statistics.anyType')}
        loading={types.isPending}
        options={types.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      />
    </Form.Item>
  )
}

/** `Form.Item` hands in value and onChange. */
function AccountInput({ value, onChange }: { value?: number; onChange?: (id: number | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <AccountPicker
      block
      label={t('statistics.account')}
      value={value}
      onPick={(account) => onChange?.(account?.id)}
    />
  )
}

interface VehiclesInputProps {
  userId: number | undefined
  value?: string[]
  onChange?: (ids: string[]) => void
}

function VehiclesInput({ userId, value = [], onChange }: VehiclesInputProps) {
  return <VehiclePicker block userId={userId} chosen={value} onChoose={(ids) => onChange?.(ids)} />
}

/** The rhythm, the day in it, the time of day and whose clock tells it. */
function WhenFields() {
  const { t } = useTranslation()
  const rhythm = Form.useWatch<ScheduleFields['rhythm'] | undefined>('rhythm')
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], [])
  return (
    <div className="tw-form-pair">
      <Form.Item name="rhythm" required label={t('exports.schedule.rhythm')}>
        <Select
          options={scheduleRhythms.map((value) => ({
            value,
            label: t(`reports.rhythm.${value}`),
          }))}
        />
      </Form.Item>
      {/* Hidden, not gone: a change of the rhythm and back keeps what was chosen. */}
      <Form.Item name="weekday" required label={t('exports.schedule.day')} hidden={rhythm !== 'weekly'}>
        <Select options={[1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: weekdayName(value) }))} />
      </Form.Item>
      <Form.Item name="dayOfMonth" required label={t('exports.schedule.day')} hidden={rhythm !== 'monthly'}>
        <Select options={daysOfMonth.map((value) => ({ value, label: String(value) }))} />
      </Form.Item>
      <Form.Item name="at" label={t('exports.schedule.at')} rules={[{ required: true }]}>
        <TimePicker
          className={styles.time}
          format="HH:mm"
          minuteStep={5}
          needConfirm={false}
          allowClear={false}
          inputReadOnly
        />
      </Form.Item>
      <Form.Item name="timeZone" label={t('reports.timeZone')} rules={[{ required: true }]}>
        <Select showSearch virtual options={zones.map((value) => ({ value, label: value }))} />
      </Form.Item>
    </div>
  )
}
