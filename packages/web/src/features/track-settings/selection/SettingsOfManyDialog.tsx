import type { InputOf } from '@trackway/core/api/call.ts'
import { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { AlarmsOfMany } from '../../alarms/settings/AlarmsOfMany.tsx'
import { PreviewOfMany } from './PreviewOfMany.tsx'
import { TrackOfMany } from './TrackOfMany.tsx'

export type ChosenDevices = { ids: readonly (string | number)[] } | { filter: object }

interface SettingsOfManyDialogProps {
  chosen: ChosenDevices
  onClose: () => void
}

/** Track and alarm settings of many devices: what is entered is set for each of them, what is empty stays as it is. */
export function SettingsOfManyDialog({ chosen, onClose }: SettingsOfManyDialogProps) {
  const { t, format } = useTexts()
  const rows = 'ids' in chosen ? { terminalIDs: chosen.ids.map(String) } : { filter: chosen.filter }
  return (
    <FormDialog
      isOpen
      call={selectionSettingCalls.set}
      title={t('trackSettings.many.title')}
      submitLabel={t('trackSettings.many.apply')}
      width={680}
      onClose={onClose}
      label={() => ''}
      initial={rows as InputOf<typeof selectionSettingCalls.set>}
      fields={[
        <p key="intro" className="tw-muted">
          {t('trackSettings.many.intro')}
        </p>,
        { name: 'track', control: <TrackOfMany /> },
        { name: 'alarm', control: <AlarmsOfMany /> },
        <PreviewOfMany key="preview" rows={rows} />,
      ]}
      rereads={['levelSettings', 'statistics', 'track']}
      done={({ done, failed }) =>
        failed.length === 0
          ? t('trackSettings.many.done', { count: done, shown: format.number(done) })
          : t('trackSettings.many.doneSome', {
              done: format.number(done),
              failed: format.number(failed.length),
            })
      }
    />
  )
}
