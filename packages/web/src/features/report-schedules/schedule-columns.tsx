import type { ReportSchedule } from '@trackway/core/api/report-schedules.ts'
import { languages } from '@trackway/core/codes/languages.ts'
import { Tag, Tooltip } from 'antd'
import dayjs from 'dayjs'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type Format, unknown } from '../../base/format.ts'
import type { Column } from '../../ui/list/data-table.ts'
import styles from './schedules.module.css'

export function scheduleColumns(
  t: TFunction,
  format: Format,
  enabled: (schedule: ReportSchedule) => ReactNode,
): Column<ReportSchedule>[] {
  return [
    {
      key: 'name',
      title: t('exports.schedule.name'),
      isFixed: true,
      minWidth: 150,
      card: 'title',
      render: ({ name }) => <strong>{name}</strong>,
    },
    { key: 'isEnabled', title: t('exports.schedule.enabled'), isFixed: true, card: 'sign', render: enabled },
    {
      key: 'report',
      title: t('exports.report'),
      render: ({ report, format: kind }) => (
        <span className={styles.name}>
          {t(`reports.name.${report}`)}
          <small>{kind.toUpperCase()}</small>
        </span>
      ),
    },
    {
      key: 'rhythm',
      title: t('exports.schedule.rhythm'),
      render: (schedule) => (
        <Tooltip title={schedule.timeZone}>
          <span className="tw-number">{rhythmText(schedule, t)}</span>
        </Tooltip>
      ),
    },
    {
      key: 'receivers',
      title: t('exports.schedule.receivers'),
      render: ({ receivers }) => (
        <Tooltip title={receivers.length > 1 ? receivers.join(', ') : ''}>
          <span>
            {receivers[0]}
            {receivers.length > 1 && ` +${receivers.length - 1}`}
          </span>
        </Tooltip>
      ),
    },
    {
      key: 'language',
      title: t('exports.schedule.language'),
      isOptional: true,
      card: 'none',
      render: ({ language }) => languages[language],
    },
    {
      key: 'nextTime',
      title: t('exports.schedule.next'),
      render: ({ nextTime, isEnabled }) => (
        <span className="tw-number">{isEnabled ? format.minute(nextTime) : unknown}</span>
      ),
    },
    {
      key: 'lastTime',
      title: t('exports.schedule.last'),
      render: ({ lastTime, lastFailure }) => (
        <span className={styles.last}>
          <span className="tw-number">{format.minute(lastTime)}</span>
          {lastFailure && (
            <Tooltip title={failureText(lastFailure, t)}>
              <Tag color="error">{t('reports.exportState.failed')}</Tag>
            </Tooltip>
          )}
        </span>
      ),
    },
  ]
}

/** `Mon 08:00`, `28th, 23:05`. */
function rhythmText({ rhythm, onDay, atMinute }: ReportSchedule, t: TFunction): string {
  const time = dayjs().startOf('day').minute(atMinute).format('HH:mm')
  if (rhythm === 'weekly') return t('exports.schedule.everyWeek', { day: weekdayName(onDay), time })
  if (rhythm === 'monthly') return t('exports.schedule.everyMonth', { day: onDay, time })
  return t('exports.schedule.everyDay', { time })
}

/** @param day 1 Monday to 7 */
export function weekdayName(day: number): string {
  return dayjs('2024-01-01')
    .add(day - 1, 'day')
    .format('dddd')
}

/** Known failures have a text; what a mail server said is shown as it was said. */
function failureText(failure: string, t: TFunction): string {
  return t(`reports.failure.${failure}`, { defaultValue: failure })
}
