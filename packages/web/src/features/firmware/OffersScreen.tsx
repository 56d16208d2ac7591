import { PlayCircleOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import {
  type FirmwareOffer,
  firmwareCalls,
  firmwareOfferList,
} from '@trackway/core/features/firmware/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useCan } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion } from '../../ui/list/RowActions.tsx'
import { OfferForm } from './OfferForm.tsx'
import { ShownTask } from './ShownTask.tsx'
import { useOtaTabs } from './use-ota-tabs.ts'
import { useShownTask } from './use-shown-task.ts'

/** Upgrades that are offered to customers: the factory offers them, and the customer starts them. */
export function OffersScreen() {
  const { t } = useTranslation()
  const mayOffer = useCan('test:ota')
  const isOfFactory = useLocation().pathname.startsWith('/test/')
  const tabs = useOtaTabs('otaUpdateListForUser')
  const [isAdding, setIsAdding] = useState(false)
  const [task, show] = useShownTask()
  const add = isOfFactory && mayOffer && (
    <AddButton label={t('firmware.offer.open')} onClick={() => setIsAdding(true)} />
  )
  const start = async ({ id }: FirmwareOffer) => {
    const { taskId } = await api(firmwareCalls.startOffer, { id })
    await reread('list', 'task')
    show(taskId)
  }
  const showOf = ({ taskId }: FirmwareOffer) => show(taskId ?? undefined)
  return (
    <Page title={t(isOfFactory ? 'firmware.title' : 'firmwareOffer.title')} {...(isOfFactory && { tabs })}>
      {task !== undefined ? (
        <ShownTask />
      ) : (
        <ListScreen
          list={firmwareOfferList}
          tools={add}
          empty={add ? { action: add } : isOfFactory ? { text: '' } : { text: t('firmwareOffer.noneText') }}
          onSelect={showOf}
          rowActions={[
            {
              label: 'firmwareOffer.start',
              icon: <PlayCircleOutlined />,
              call: firmwareCalls.startOffer,
              isFor: ({ devices, upgraded }) => devices > upgraded,
              confirm: { text: 'firmwareOffer.startText', ok: 'firmwareOffer.startOk' },
              run: start,
              done: 'firmwareOffer.started',
            },
            deletion(firmwareCalls.removeOffer, 'firmwareOffer'),
          ]}
        />
      )}
      <OfferForm file={null} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  )
}
