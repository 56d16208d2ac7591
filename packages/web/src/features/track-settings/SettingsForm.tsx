import type { OutputOf } from '@trackway/core/api/call.ts'
import type { TrackSettingValues, trackSettingCalls } from '@trackway/core/api/episodes.ts'
import { trackSettingDefaults } from '@trackway/core/track/segment-settings.ts'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../app/error-text.ts'
import { useUser } from '../../app/session.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Reasoned } from '../../ui/Reasoned.tsx'
import { SettingRow } from './SettingRow.tsx'
import { contradiction, originOf, ownOf, type SettingKey, settingGroups } from './setting-fields.ts'
import { type Level, useTrackSettingChanges } from './use-track-settings.ts'

type Values = Partial<TrackSettingValues>

interface SettingsFormProps {
  level: Level
  settings: OutputOf<typeof trackSettingCalls.find>
  /** What the levels between this one and the platform say themselves. */
  levels: { type: Values | undefined; account: Values | undefined }
  /** Told after each change whether it differs from what is stored. */
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: () => void
  onClose: () => void
}

/** Every setting with what is inherited; a tick makes it one's own. */
export function SettingsForm({ level, settings, levels, onUnsaved, onSaved, onClose }: SettingsFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const toText = useErrorText()
  const { isDemo } = useUser()
  const { set } = useTrackSettingChanges()
  const { inherited } = settings
  const [own, setOwn] = useState<Values>(settings.own)
  const [isBusy, setIsBusy] = useState(false)
  const values: TrackSettingValues = { ...inherited, ...own }
  const fault = contradiction(values)
  const isOther = (next: Values) => JSON.stringify(sorted(next)) !== JSON.stringify(sorted(settings.own))
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
      onSaved()
    } catch (error) {
      message.error(toText(error))
    } finally {
      setIsBusy(false)
    }
  }
  const { daysKept } = values
  const keptNow = settings.effective.daysKept
  const isLoss = daysKept !== null && (keptNow === null || daysKept < keptNow)
  const ask = () => {
    if (!isLoss) return void save()
    confirm({
      title: t('trackSettings.shorten.title', { count: daysKept }),
      text: t('trackSettings.shorten.text'),
      okLabel: t('trackSettings.shorten.ok'),
      typed: String(daysKept),
      onOk: save,
    })
  }
  const reason = isDemo
    ? t('result.demoAccount')
    : fault
      ? t(`trackSettings.fault.${fault}`)
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
                onOwn={(isOwn) => toggle(field.key, isOwn)}
                onChange={(value) => change(field.key, value)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {fault && <Alert type="error" showIcon title={t(`trackSettings.fault.${fault}`)} />}
      <footer className="ts-footer">
        <Button onClick={onClose}>{t('ui.form.cancel')}</Button>
        <Reasoned reason={reason}>
          <Button type="primary" disabled={reason !== null} loading={isBusy} onClick={ask}>
            {t('trackSettings.save')}
          </Button>
        </Reasoned>
      </footer>
    </>
  )
}

function sorted(values: Values): [string, unknown][] {
  return Object.entries(values).sort(([a], [b]) => a.localeCompare(b))
}
