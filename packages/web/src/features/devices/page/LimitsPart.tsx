import { mayHaveSensor } from '@trackway/core/codes/device-abilities.ts'
import type { Device } from '@trackway/core/features/devices/calls.ts'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useDeviceTypes } from '../../../ui/pickers/use-device-types.ts'
import { PackLimitsSection } from '../../batteries/PackLimitsSection.tsx'
import { TyreLimitsSection } from '../../tyres/TyreLimitsSection.tsx'

/** At which readings of its tyres and its traction battery alarms are raised. */
export function LimitsPart({ device: { terminalID, deviceType } }: { device: Device }) {
  const { t } = useTranslation()
  const maySeeTyres = useCan('main:taiya')
  const type = useDeviceTypes().data?.find(({ id }) => id === deviceType)
  const section = { name: 'limits', terminalID }
  return (
    <>
      {maySeeTyres && mayHaveSensor(type, 'tyres') && (
        <Panel title={t('tyres.settings.title')}>
          <TyreLimitsSection {...section} title={t('tyres.settings.title')} />
        </Panel>
      )}
      <Panel title={t('batteries.settings.title')}>
        <PackLimitsSection {...section} title={t('batteries.settings.title')} />
      </Panel>
    </>
  )
}
