import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import {
  odometerCalls,
  odometerCorrectionList,
} from '@trackway/core/features/track-settings/odometer-calls.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

interface OdometerDialogProps {
  device: { terminalID: string; name: string } | null
  onClose: () => void
}

/** Sets the odometer of a vehicle to the value it shows now, and lists the earlier entries. */
export function OdometerDialog({ device, onClose }: OdometerDialogProps) {
  const { t } = useTranslation()
  const { terminalID = '', name = '' } = device ?? {}
  return (
    <FormDialog
      call={odometerCalls.correct}
      title={t('trackSettings.odometer.titleOf', { name })}
      submitLabel={t('trackSettings.save')}
      isOpen={device !== null}
      onClose={onClose}
      width={680}
      label={(name) => t(`trackSettings.odometer.${name}`)}
      initial={{ terminalID }}
      fields={[
        <Present key="now" terminalID={terminalID} />,
        {
          name: 'odometerM',
          unit: { name: t('trackSettings.unit.km'), size: 1000, digits: 1 },
          help: t('trackSettings.odometer.help'),
        },
        'note',
        <History key="history" terminalID={terminalID} />,
      ]}
      rereads={['list']}
      done={() => t('trackSettings.odometer.saved')}
    />
  )
}

function Present({ terminalID }: { terminalID: string }) {
  const { t, format } = useTexts()
  const { data } = useCall(['list', 'odometerCorrections', 'now', terminalID], locationCalls.find, {
    terminalIDs: [terminalID],
  })
  return (
    <Flex component="p" justify="space-between">
      <span className="tw-muted">{t('trackSettings.odometer.now')}</span>
      <strong className="tw-number">{format.odometer(data?.list[0]?.odometerM ?? null)}</strong>
    </Flex>
  )
}

function History({ terminalID }: { terminalID: string }) {
  return <ListScreen list={odometerCorrectionList} given={{ terminalID }} isLocal />
}
