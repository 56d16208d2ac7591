import { UndoOutlined } from '@ant-design/icons'
import { type AlarmName, type AlarmSeverity, alarmSeverities } from '@trackway/core/codes/alarms.ts'
import type { AlarmRule, OwnAlarmSettings } from '@trackway/core/features/alarms/alarm-settings.ts'
import type { AlarmSettingsOfLevel } from '@trackway/core/features/alarms/setting-calls.ts'
import { Button, Checkbox, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../base/session.ts'
import type { FieldValue } from '../../../ui/form/field-value.ts'
import rowStyles from '../../../ui/levels/SettingRow.module.css'
import styles from './AlarmSettingRows.module.css'
import {
  alarmGroups,
  isSetHere,
  limitOf,
  originsOf,
  ruleOf,
  withField,
  withoutAlarm,
  withoutField,
} from './alarm-setting-rows.ts'

interface AlarmSettingRowsProps extends FieldValue<OwnAlarmSettings> {
  settings: AlarmSettingsOfLevel
}

/** Every alarm with its effective settings; those changed here are own values, all others inherited. */
export function AlarmSettingRows({
  settings: { inherited, origins },
  value,
  onChange,
}: AlarmSettingRowsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const own = value ?? {}
  const words = text.trim().toLowerCase()
  return (
    <>
      <Input
        type="search"
        allowClear
        aria-label={t('alarms.settings.search')}
        placeholder={t('alarms.settings.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Else the form is sent.
        onPressEnter={(event) => event.preventDefault()}
        className="tw-gap-below"
      />
      <div className={`${rowStyles.rows} tw-line-below tw-scroll`}>
        {(['vehicle', 'battery'] as const).map((group) => {
          const names = alarmGroups[group].filter((name) => t(`alarm.${name}`).toLowerCase().includes(words))
          if (names.length === 0) return null
          return (
            <fieldset key={group}>
              <legend>{t(`alarms.filter.${group}`)}</legend>
              <div
                className={`${styles.head} tw-not-on-phone tw-muted tw-tiny tw-grid tw-gap-12`}
                aria-hidden="true"
              >
                <span>{t('alarms.settings.severity')}</span>
                <span title={t('alarms.settings.windowHelp')}>{t('alarms.settings.windowMinutes')}</span>
                <span title={t('alarms.settings.byPlatform')}>{t('alarms.settings.found')}</span>
              </div>
              {names.map((name) => (
                <Row
                  key={name}
                  name={name}
                  own={own[name]}
                  rule={ruleOf(inherited[name]!, own[name])}
                  origins={originsOf(t, name, own, origins)}
                  onField={(field, to) => onChange?.(withField(own, inherited, name, field, to))}
                  onInheritField={(field) => onChange?.(withoutField(own, name, field))}
                  onInherit={() => onChange?.(withoutAlarm(own, name))}
                />
              ))}
            </fieldset>
          )
        })}
      </div>
    </>
  )
}

interface RowProps {
  name: AlarmName
  own: Partial<AlarmRule> | undefined
  rule: AlarmRule
  /** In words, of each field that has not the value of the platform. */
  origins: readonly { field: keyof AlarmRule; text: string; isOwn: boolean }[]
  onField: <K extends keyof AlarmRule>(field: K, value: AlarmRule[K]) => void
  onInheritField: (field: keyof AlarmRule) => void
  onInherit: () => void
}

function Row({ name, own, rule, origins, onField, onInheritField, onInherit }: RowProps) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const label = t(`alarm.${name}`)
  const limit = limitOf(name)
  const labelled = (field: string) => `${label}: ${t(`alarms.settings.${field}`)}`
  const isOff = isDemo || !rule.isOn
  return (
    <div className={`${styles.row} tw-line-above tw-grid`} data-own={isSetHere(own)}>
      <Switch
        checked={rule.isOn}
        disabled={isDemo}
        aria-label={label}
        onChange={(isOn) => onField('isOn', isOn)}
      />
      <div className="tw-column">
        <strong>{label}</strong>
        <small className="tw-wrap tw-faint">
          {origins.length === 0 && t('ui.level.origin.platform')}
          {origins.map(({ field, text, isOwn }) => (
            <span key={field} className="tw-row tw-gap-2">
              {t(`alarms.settings.${field}`)}: {text}
              {isOwn && !isDemo && (
                <Button
                  type="text"
                  size="small"
                  icon={<UndoOutlined />}
                  aria-label={`${label}: ${t('alarms.settings.inheritField', { field: t(`alarms.settings.${field}`) })}`}
                  onClick={() => onInheritField(field)}
                />
              )}
            </span>
          ))}
        </small>
      </div>
      <Select<AlarmSeverity>
        aria-label={labelled('severity')}
        className="tw-full-width"
        disabled={isOff}
        value={rule.severity}
        options={(Object.keys(alarmSeverities) as AlarmSeverity[]).map((severity) => ({
          value: severity,
          label: t(`reports.alarmSeverity.${severity}`),
        }))}
        onChange={(severity) => onField('severity', severity)}
      />
      <InputNumber
        aria-label={labelled('windowMinutes')}
        className="tw-full-width"
        title={t('alarms.settings.windowHelp')}
        disabled={isOff}
        min={0}
        max={1_440}
        precision={0}
        value={rule.windowMinutes}
        suffix={t('alarms.settings.unit.minutes')}
        onChange={(minutes) => minutes !== null && onField('windowMinutes', minutes)}
      />
      <span className="tw-row">
        {limit && (
          <>
            <Checkbox
              checked={rule.byPlatform}
              disabled={isOff}
              aria-label={labelled('byPlatform')}
              title={t('alarms.settings.byPlatform')}
              onChange={({ target }) => onField('byPlatform', target.checked)}
            />
            <InputNumber
              aria-label={labelled('limit')}
              className="tw-full-width"
              disabled={isOff || !rule.byPlatform}
              min={limit.min}
              max={limit.max}
              value={rule.limit}
              suffix={t(`alarms.settings.unit.${limit.unit}`)}
              onChange={(to) => to !== null && onField('limit', to)}
            />
          </>
        )}
      </span>
      <Button
        type="text"
        icon={<UndoOutlined />}
        disabled={!isSetHere(own) || isDemo}
        aria-label={labelled('inherit')}
        title={t('alarms.settings.inherit')}
        onClick={onInherit}
      />
    </div>
  )
}
