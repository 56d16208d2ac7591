import type { Call } from '@trackway/core/api/call.ts'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../form/save/FormSection.tsx'
import styles from './SettingRow.module.css'
import { type LevelSettingsParts, useLevelForm } from './use-level-form.tsx'

export interface SectionOfDevice {
  /** The page's own name of the section. */
  name: string
  title: string
  terminalID: string
}

type LevelSettingsSectionProps<Settings extends { own: object }> = SectionOfDevice &
  LevelSettingsParts<Settings>

/** What is set for one device, as a part of its page, with what it inherits and from where. */
export function LevelSettingsSection<Settings extends { own: object }>(
  props: LevelSettingsSectionProps<Settings>,
) {
  const { t } = useTranslation()
  const { form, isReady } = useLevelForm(props, { terminalID: props.terminalID }, { isOnPage: true })
  return (
    <div className={styles.onPage}>
      <p className="tw-muted tw-gap-below">{t(`${props.texts}.intro`)}</p>
      {/* What is entered is compared with what was set when it was shown. */}
      <FormSection<Call, string> key={String(isReady)} {...form} name={props.name} title={props.title} />
    </div>
  )
}
