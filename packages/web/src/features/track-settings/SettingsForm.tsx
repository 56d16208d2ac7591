import type { OutputOf } from '@trackway/core/api/call.ts'
import type { trackSettingCalls } from '@trackway/core/api/track-settings.ts'
import type { TrackSettingValues } from '@trackway/core/track/track-settings.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../base/error-text.ts'
import { useUser } from '../../base/session.ts'
import { DisabledReason } from '../../ui/DisabledReason.tsx'
import { confirm } from '../../ui/form/confirm.tsx'
import { SettingRow } from './SettingRow.tsx'
import {
  changesPast,
  faultsOf,
  losesTracks,
  originOf,
  ownOf,
  type SettingKey,
  settingGroups,
  stillOwn,
} from './setting-fields.ts'
import { kindOf, type Level, useTrackSettingChanges } from './use-track-settings.ts'

type Values = Partial<TrackSettingValues>

interface SettingsFormProps {
  level: Level
  settings: OutputOf<typeof trackSettingCalls.find>
  /** What the levels between this one and the platform say themselves. */
  levels: { type: Values | undefined; account: Values | undefined }
  /** Told after each change whether it differs from what is stored. */
  onUnsaved: (isUnsaved: boolean) => void
  /** Told whether trips, stops or sums of past days are others by it. */
  onSaved: (changesPast: boolean) => void
  onClose: () => void
}

/** Every setting with what is inherited; a tick makes it one's own. */
export function SettingsForm({ level, settings, levels, onUnsaved, onSaved, onClose }: SettingsFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const { set } = useTrackSettingChanges()
  const { inherited, mostDaysKept } = settings
  const stored = stillOwn(settings.own, mostDaysKept)
  const [own, setOwn] = useState<Values>(stored)
  const [isBusy, setIsBusy] = useState(false)
  const values: TrackSettingValues = { ...inherited, ...own }
  const faults = faultsOf(values, mostDaysKept)
  const isOther = (next: Values) => JSON.stringify(sorted(next)) !== JSON.stringify(sorted(stored))
  const isChanged = isOther(own)

  const apply = (next: Values) => {
    setOwn(next)
    onUnsaved(isOther(next))
  }
  const change = (key: SettingKey, value: TrackSettingValues[SettingKey]) => apply({ ...own, [key]: value })
  const toggle = (key: SettingKey, isOwn: boolean) => {
    const { [key]: _, ...rest } = own
    apply(isOwn ? { ...own, [key]: inherited[key] } : rest)
  }

  const save = async () => {
    setIsBusy(true)
    try {
      await set({ ...level, own: ownOf(values, new Set(Object.keys(own) as SettingKey[])) })
      onUnsaved(false)
      onSaved(changesPast(settings.effective, values))
    } catch (error) {
      message.error(toText(error))
    } finally {
      setIsBusy(false)
    }
  }
  const ask = () => {
    if (!losesTracks(own, values, settings)) return void save()
    const count = values.daysKept!
    confirm({
      title: t('trackSettings.shorten.title', { count }),
      text: t(`trackSettings.shorten.text.${kindOf(level)}`),
      okLabel: t('trackSettings.shorten.ok'),
      typed: String(count),
      onOk: save,
    })
  }
  const faultText = (key: SettingKey) => {
    const fault = faults[key]
    return fault && t(`trackSettings.fault.${fault}`, { count: mostDaysKept ?? 0 })
  }
  const noteOf = (key: SettingKey) => {
    const text = faultText(key)
    if (text !== undefined) return { text, isFault: true }
    if (key !== 'daysKept' || mostDaysKept === null) return undefined
    return { text: t('trackSettings.fault.keptTooLong', { count: mostDaysKept }), isFault: false }
  }
  const [faulty] = Object.keys(faults) as SettingKey[]
  const reason = isDemo
    ? t('result.demoAccount')
    : faulty
      ? faultText(faulty)!
      : isChanged
        ? null
        : t('trackSettings.unchanged')
  return (
    <>
      <div className="ts-groups">
        {settingGroups.map((group) => (
          <fieldset key={group.key}>
            <legend>{t(`trackSettings.group.${group.key}`)}</legend>
            {group.fields.map((field) => (
              <SettingRow
                key={field.key}
                field={field}
                value={values[field.key]}
                isOwn={field.key in own}
                origin={originOf(field.key, inherited, levels, trackSettingDefaults)}
                inherited={inherited[field.key]}
                isDisabled={isDemo}
                note={noteOf(field.key)}
                onOwn={(isOwn) => toggle(field.key, isOwn)}
                onChange={(value) => change(field.key, value)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <footer className="ts-footer">
        <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
        <DisabledReason reason={reason}>
          <Button type="primary" disabled={reason !== null} loading={isBusy} onClick={ask}>
            {t('trackSettings.save')}
          </Button>
        </DisabledReason>
      </footer>
    </>
  )
}

function sorted(values: Values): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => a.localeCompare(b))
}
