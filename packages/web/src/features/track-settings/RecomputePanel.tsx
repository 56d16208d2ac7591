import { CheckCircleOutlined } from '@ant-design/icons'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { App, Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { useFormat } from '../../base/use-format.ts'
import { confirm } from '../../ui/form/confirm.tsx'
import { type Level, useTrackSettingChanges } from './use-track-settings.ts'

/** What is offered first: a month, as people look at. */
const usualDays = 30

/** After a change: today is found anew by itself, past days when they are asked for. */
export function RecomputePanel({ level, onClose }: { level: Level; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const format = useFormat()
  const toText = useErrorText()
  const { timeZone } = useUser()
  const { recompute } = useTrackSettingChanges()
  const today = dayAt(Date.now(), timeZone)
  const [from, setFrom] = useState(addDays(today, -usualDays))

  const ask = () =>
    confirm({
      title: t('trackSettings.recompute.title'),
      text: t('trackSettings.recompute.confirm', { day: format.day(from) }),
      okLabel: t('trackSettings.recompute.run'),
      onOk: async () => {
        const { terminalID, userId } = level
        const { devices } = await recompute({
          from: startOfDay(from, timeZone),
          ...(terminalID !== undefined ? { terminalIDs: [terminalID] } : userId !== undefined && { userId }),
        }).catch((error: unknown) => {
          message.error(toText(error))
          throw error
        })
        message.success(t('trackSettings.recompute.begun', { count: devices, shown: format.number(devices) }))
        onClose()
      },
    })
  return (
    <section className="ts-saved">
      <h3>
        <CheckCircleOutlined /> {t('trackSettings.saved')}
      </h3>
      <p className="tw-muted">{t('trackSettings.recompute.text')}</p>
      <div className="ts-from">
        <label htmlFor="recompute-from">{t('trackSettings.recompute.from')}</label>
        <DatePicker
          id="recompute-from"
          allowClear={false}
          inputReadOnly
          value={dayjs(from)}
          disabledDate={(day) => day.format('YYYY-MM-DD') > today}
          onChange={(day) => day && setFrom(day.format('YYYY-MM-DD'))}
        />
      </div>
      <footer className="ts-footer">
        <Button onClick={onClose}>{t('trackSettings.recompute.notNow')}</Button>
        <Button type="primary" onClick={ask}>
          {t('trackSettings.recompute.run')}
        </Button>
      </footer>
    </section>
  )
}
