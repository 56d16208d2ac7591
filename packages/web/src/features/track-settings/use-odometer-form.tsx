import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import {
  odometerCalls,
  odometerCorrectionList,
} from '@trackway/core/features/track-settings/odometer-calls.ts'
import { Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../base/queries/use-call.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { CallFormProps } from '../../ui/form/use-call-form.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'

type OdometerForm = Pick<
  CallFormProps<typeof odometerCalls.correct>,
  'call' | 'label' | 'initial' | 'fields' | 'rereads'
>

/** The form that sets the odometer of a vehicle to the value it shows now, above the earlier entries. */
export function useOdometerForm(terminalID: string): OdometerForm {
  const { t } = useTranslation()
  return {
    call: odometerCalls.correct,
    label: (name) => t(`trackSettings.odometer.${name}`),
    initial: { terminalID },
    fields: [
      <Present key="now" terminalID={terminalID} />,
      {
        name: 'odometerM',
        unit: { name: t('trackSettings.unit.km'), size: 1000, digits: 1 },
        help: t('trackSettings.odometer.help'),
      },
      'note',
      <History key="history" terminalID={terminalID} />,
    ],
    rereads: ['list'],
  }
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
