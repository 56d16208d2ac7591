import { PlusOutlined } from '@ant-design/icons'
import { type BusLine, busCalls, busLimits } from '@trackway/core/features/bus/calls.ts'
import { Alert, App, Button, Flex } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.ts'
import { faultText } from '../route/fault-text.ts'
import { ServiceEditor } from './ServiceEditor.tsx'
import { newService, type Service } from './service.ts'
import styles from './timetable.module.css'

/** The departures of a line, by days of the week, with the minutes from stop to stop. */
export function TimetableTab({ line }: { line: BusLine }) {
  const { t, toText } = useTexts()
  const { isDemo } = useUser()
  const { message } = App.useApp()
  const [timetable, setTimetable] = useState<Service[]>(line.timetable)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = timetable !== line.timetable
  useLeaveGuard(
    () => isDirty,
    () => false,
  )
  const save = async () => {
    setIsBusy(true)
    setError(null)
    try {
      await api(busCalls.edit, { id: line.id, timetable })
      message.success(t('bus.saved', { name: line.name }))
      await reread('list')
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }
  if (line.stops.length < 2)
    return <EmptyState title={t('bus.timetable.noStops')} text={t('bus.timetable.noStopsText')} />
  const reason = isDemo ? t('result.demoAccount') : isDirty ? null : t('bus.timetable.unchanged')
  return (
    <div className={`${styles.timetable} tw-column tw-scroll tw-fill tw-gap-16`}>
      <p className="tw-muted tw-inset-on-phone">{t('bus.timetable.text', { zone: line.timeZone })}</p>
      {timetable.map((service, i) => (
        <ServiceEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a service is nothing but its place in the list
          key={i}
          line={line}
          service={service}
          onChange={(next) => setTimetable(timetable.map((each, at) => (at === i ? next : each)))}
          onRemove={() => setTimetable(timetable.filter((_, at) => at !== i))}
        />
      ))}
      {timetable.length === 0 && (
        <EmptyState title={t('bus.timetable.none')} text={t('bus.timetable.noneText')} />
      )}
      {error !== null && (
        <Alert type="error" showIcon title={faultText(error, line.stops, t) ?? toText(error)} />
      )}
      <Flex gap={8} className="tw-rigid tw-inset-on-phone tw-gap-below">
        <Button
          icon={<PlusOutlined />}
          disabled={timetable.length >= busLimits.services}
          onClick={() => setTimetable([...timetable, newService(line, timetable)])}
        >
          {t('bus.timetable.addService')}
        </Button>
        <ActionButton reason={reason} type="primary" loading={isBusy} onClick={() => void save()}>
          {t('bus.route.save')}
        </ActionButton>
      </Flex>
    </div>
  )
}
