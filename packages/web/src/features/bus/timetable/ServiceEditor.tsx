import { CloseOutlined, DeleteOutlined } from '@ant-design/icons'
import { type BusLine, busLimits } from '@trackway/core/features/bus/calls.ts'
import { departuresEvery, readTimes, textOfMinute } from '@trackway/core/features/bus/timetable.ts'
import { Alert, Button, Checkbox, DatePicker, Flex, Input, InputNumber, Tag } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePickerFormats } from '../../../base/picker-formats.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { type Service, weekdays, withOffset } from './service.ts'
import styles from './timetable.module.css'

interface ServiceEditorProps {
  line: BusLine
  service: Service
  onChange: (service: Service) => void
  onRemove: () => void
}

/** One set of departures: its days, its times (every so many minutes, or pasted), and the minutes from stop to stop. */
export function ServiceEditor({ line, service, onChange, onRemove }: ServiceEditorProps) {
  const { t } = useTranslation()
  const { days, extraDates = [], departures } = service
  const setDepartures = (minutes: readonly number[]) =>
    onChange({
      ...service,
      departures: [...new Set(minutes)].toSorted((a, b) => a - b).slice(0, busLimits.departures),
    })
  const isFull = departures.length >= busLimits.departures
  return (
    <Panel
      title={
        days.length === weekdays.length
          ? t('bus.timetable.everyDay')
          : days.map((day) => t(`bus.timetable.day.${day}`)).join(' ') || t('bus.timetable.singleDays')
      }
      note={t('bus.timetable.departures', { count: departures.length })}
      actions={
        <Button
          type="text"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('bus.timetable.remove')}
          title={t('bus.timetable.remove')}
          onClick={onRemove}
        />
      }
    >
      <Flex vertical gap={16}>
        <Checkbox.Group
          value={days}
          options={weekdays.map((value) => ({ value, label: t(`bus.timetable.day.${value}`) }))}
          onChange={(next) =>
            next.length + extraDates.length > 0 &&
            onChange({ ...service, days: next.toSorted((a, b) => a - b) })
          }
        />
        <Dates service={service} onChange={onChange} />
        <Flex wrap gap={24}>
          <div className={`${styles.times} tw-column tw-gap-12`}>
            <Every onAdd={(minutes) => setDepartures([...departures, ...minutes])} />
            <Paste onAdd={(minutes) => setDepartures([...departures, ...minutes])} />
            {isFull && (
              <Alert
                type="warning"
                showIcon
                title={t('bus.timetable.full', { count: busLimits.departures })}
              />
            )}
            <Flex
              wrap
              gap={4}
              role="list"
              aria-label={t('bus.timetable.departures', { count: departures.length })}
            >
              {departures.map((minute) => (
                <Tag
                  key={minute}
                  closable
                  role="listitem"
                  closeIcon={
                    <CloseOutlined aria-label={t('bus.timetable.drop', { time: textOfMinute(minute) })} />
                  }
                  onClose={() => setDepartures(departures.filter((each) => each !== minute))}
                >
                  {textOfMinute(minute)}
                </Tag>
              ))}
            </Flex>
            {departures.length > 0 && (
              <Button type="link" size="small" className="tw-start" onClick={() => setDepartures([])}>
                {t('bus.timetable.clear')}
              </Button>
            )}
          </div>
          <Offsets line={line} service={service} onChange={onChange} />
        </Flex>
      </Flex>
    </Panel>
  )
}

/** From when until when it is valid, and the days that are otherwise. */
function Dates({ service, onChange }: Pick<ServiceEditorProps, 'service' | 'onChange'>) {
  const { t } = useTranslation()
  const { day } = usePickerFormats()
  const set = (
    key: 'from' | 'until' | 'exceptDates' | 'extraDates',
    value: string | string[] | undefined,
  ) => {
    const { [key]: _, ...others } = service
    const changed: Service = value && value.length > 0 ? { ...others, [key]: value } : others
    if (changed.days.length > 0 || changed.extraDates) onChange(changed)
  }
  return (
    <Flex wrap gap={12}>
      {(['from', 'until'] as const).map((key) => (
        <Field key={key} label={t(`bus.timetable.${key}`)}>
          {(id) => (
            <DatePicker
              id={id}
              format={day}
              placeholder=""
              value={service[key] ? dayjs(service[key]) : null}
              onChange={(date) => set(key, date?.format('YYYY-MM-DD'))}
            />
          )}
        </Field>
      ))}
      {(['exceptDates', 'extraDates'] as const).map((key) => (
        <Field key={key} label={t(`bus.timetable.${key}`)}>
          {(id) => (
            <DatePicker
              multiple
              id={id}
              format={day[0]!}
              placeholder=""
              maxTagCount={3}
              className={styles.dates}
              value={(service[key] ?? []).map((date) => dayjs(date))}
              onChange={(dates) =>
                set(key, (dates ?? []).map((date) => date.format('YYYY-MM-DD')).toSorted())
              }
            />
          )}
        </Field>
      ))}
    </Flex>
  )
}

/** The minutes from the first stop to each. */
function Offsets({ line, service, onChange }: Omit<ServiceEditorProps, 'onRemove'>) {
  const { t } = useTranslation()
  const { departures, offsetsMin } = service
  return (
    <table className={styles.offsets}>
      <caption className="tw-small tw-muted">{t('bus.timetable.offsets')}</caption>
      <tbody>
        {line.stops.map((stop, i) => (
          <tr key={stop.id}>
            <th scope="row">{stop.name}</th>
            <td>
              <InputNumber
                size="small"
                aria-label={t('bus.timetable.offset', { name: stop.name })}
                value={offsetsMin[i] ?? 0}
                min={0}
                max={1_439}
                precision={0}
                disabled={i === 0}
                suffix={t('bus.timetable.min')}
                className="tw-width-104"
                onChange={(minute) =>
                  minute !== null && onChange({ ...service, offsetsMin: withOffset(offsetsMin, i, minute) })
                }
              />
            </td>
            <td className="tw-muted tw-number">
              {departures[0] !== undefined && textOfMinute(departures[0] + (offsetsMin[i] ?? 0))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface AddProps {
  onAdd: (minutes: number[]) => void
}

/** First, last, and every so many minutes. */
function Every({ onAdd }: AddProps) {
  const { t } = useTranslation()
  const [first, setFirst] = useState('06:00')
  const [last, setLast] = useState('22:00')
  const [interval, setInterval] = useState(15)
  const [from, to] = [first, last].map((text) => readTimes(text).minutes[0])
  const isWrong = from === undefined || to === undefined || to < from
  const time = (label: string, value: string, set: (text: string) => void) => (
    <Field label={label}>
      {(id) => (
        <Input
          id={id}
          value={value}
          maxLength={5}
          inputMode="numeric"
          className="tw-width-72"
          status={readTimes(value).minutes.length === 1 ? '' : 'error'}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </Field>
  )
  return (
    <Flex wrap gap={8} align="end">
      {time(t('bus.timetable.first'), first, setFirst)}
      {time(t('bus.timetable.last'), last, setLast)}
      <Field label={t('bus.timetable.every')}>
        {(id) => (
          <InputNumber
            id={id}
            value={interval}
            min={1}
            max={720}
            precision={0}
            suffix={t('bus.timetable.min')}
            className="tw-width-104"
            onChange={(minutes) => minutes !== null && setInterval(minutes)}
          />
        )}
      </Field>
      <Button disabled={isWrong} onClick={() => !isWrong && onAdd(departuresEvery(from, to, interval))}>
        {t('bus.timetable.add')}
      </Button>
    </Flex>
  )
}

/** Times pasted from a sheet or a notice. */
function Paste({ onAdd }: AddProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { minutes, wrong } = readTimes(text)
  return (
    <Flex vertical gap={4}>
      <Field label={t('bus.timetable.paste')}>
        {(id) => (
          <Input.TextArea
            id={id}
            value={text}
            autoSize={{ minRows: 1, maxRows: 5 }}
            placeholder="06:00 06:20 06:40 …"
            status={wrong.length > 0 ? 'error' : ''}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {wrong.length > 0 && (
        <span className="tw-small tw-danger" role="alert">
          {t('bus.timetable.wrong', { times: wrong.slice(0, 5).join(', ') })}
        </span>
      )}
      {minutes.length > 0 && (
        <Button
          size="small"
          className="tw-start"
          onClick={() => {
            onAdd(minutes)
            setText('')
          }}
        >
          {t('bus.timetable.addPasted', { count: minutes.length })}
        </Button>
      )}
    </Flex>
  )
}
