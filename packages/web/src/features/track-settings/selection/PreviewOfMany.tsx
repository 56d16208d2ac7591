import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '@trackway/core/api/call.ts'
import { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { Alert, Form } from 'antd'
import type { TFunction } from 'i18next'
import { useDeferredValue } from 'react'
import type { Format } from '../../../base/format.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { settingNumbers } from '../setting-fields.ts'

type Preview = OutputOf<typeof selectionSettingCalls.preview>

/** Whom the change changes, with what holds for each of them now. */
export function PreviewOfMany({ rows }: { rows: object }) {
  const { t, format, toText } = useTexts()
  const form = Form.useFormInstance()
  const entered = {
    track: Form.useWatch('track', form) ?? {},
    alarm: Form.useWatch('alarm', form) ?? {},
  }
  const change = useDeferredValue(JSON.stringify(entered))
  const isEmpty = change === '{"track":{},"alarm":{}}'
  const { data, error } = useCall(
    ['levelSettings', 'preview', JSON.stringify(rows), change],
    selectionSettingCalls.preview,
    { ...rows, ...JSON.parse(change) },
    { enabled: !isEmpty, placeholderData: keepPreviousData, staleTime: 0 },
  )
  if (isEmpty) return <p className="tw-muted">{t('trackSettings.many.nothing')}</p>
  if (error) return <Alert type="error" showIcon title={toText(error)} />
  if (!data) return <p aria-busy="true">…</p>
  const { changed, unchanged, devices } = data
  return (
    <section aria-label={t('trackSettings.many.preview')}>
      <p>
        <b>{t('trackSettings.many.changes', { count: changed, shown: format.number(changed) })}</b>
        {unchanged > 0 &&
          ` · ${t('trackSettings.many.holds', { count: unchanged, shown: format.number(unchanged) })}`}
      </p>
      <ul className="tw-scroll tw-small" style={{ maxHeight: 160 }}>
        {devices.map(({ terminalID, displayName, before }) => (
          <li key={terminalID}>
            {displayName} <span className="tw-muted">{wordsOf(before, t, format)}</span>
          </li>
        ))}
      </ul>
      {changed > devices.length && (
        <p className="tw-muted">{t('trackSettings.many.more', { count: changed - devices.length })}</p>
      )}
    </section>
  )
}

/** What holds now of each field: "Speed limit 90 km/h". */
function wordsOf(before: Preview['devices'][number]['before'], t: TFunction, format: Format): string {
  return Object.entries(before)
    .map(([field, value]) =>
      t('trackSettings.many.now', { field: fieldName(field, t), value: inWords(field, value, t, format) }),
    )
    .join(', ')
}

function fieldName(field: string, t: TFunction): string {
  const [kind, name, part] = field.split('.')
  return kind === 'track'
    ? t(`trackSettings.field.${name}`)
    : `${t(`alarm.${name}`)}: ${t(`alarms.settings.${part}`)}`
}

function inWords(
  field: string,
  value: Preview['devices'][number]['before'][string],
  t: TFunction,
  format: Format,
): string {
  const [kind, name, part] = field.split('.')
  if (value === null || value === undefined) return t('ui.level.kind.off')
  if (typeof value === 'boolean') return t(value ? 'alarms.yes' : 'alarms.no')
  if (typeof value === 'string')
    return part === 'severity' ? t(`reports.alarmSeverity.${value}`) : t(`trackSettings.choice.${value}`)
  if (kind !== 'track') return format.decimal(value)
  const { unit = '', size = 1 } = settingNumbers[name as keyof typeof settingNumbers] ?? {}
  return `${format.decimal(value / size)} ${t(`trackSettings.unit.${unit}`)}`
}
