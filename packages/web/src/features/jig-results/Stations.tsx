import { StopOutlined } from '@ant-design/icons'
import {
  type JigStation,
  jigResultCalls,
  jigStationCalls,
  jigStationList,
} from '@trackway/core/features/jig-results/calls.ts'
import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { urlOf } from '../../base/web-paths.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

const rowActions: readonly RowAction<JigStation>[] = [
  {
    label: 'jigResults.station.revoke',
    icon: <StopOutlined />,
    call: jigStationCalls.revoke,
    isFor: ({ revokeTime }) => revokeTime === null,
    isDangerous: true,
    confirm: { text: 'jigResults.station.revokeText', ok: 'jigResults.station.revokeOk' },
    done: 'jigResults.station.revoked',
  },
]

/** Where jigs stand, each with a key of its own, which is shown when it is made and never again. */
export function Stations() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const add = <AddButton label={t('jigResults.station.add')} onClick={() => setOpen(true)} />
  return (
    <>
      <ListScreen list={jigStationList} rowActions={rowActions} tools={add} empty={{ action: add }} />
      <FormDialog
        call={jigStationCalls.add}
        title={t('jigResults.station.add')}
        submitLabel={t('jigResults.station.add')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        label={() => t('reports.column.name')}
        fields={[{ name: 'name', help: t('jigResults.station.nameHelp') }]}
        refusals={{ stationNameTaken: 'name' }}
        rereads={['list']}
        onDone={({ key }) => setMade(key)}
      />
      <Dialog
        open={made !== null}
        title={t('jigResults.station.made')}
        width={560}
        closable={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={() => setMade(null)}>
            {t('jigResults.station.saved')}
          </Button>
        }
      >
        <Flex vertical gap={16}>
          <Alert type="warning" showIcon title={t('jigResults.station.once')} />
          {made && <CopyText text={made} />}
          <code className="tw-small tw-muted tw-anywhere">
            POST {urlOf(jigResultCalls.uploadMany.path).href}
          </code>
          <code className="tw-small tw-muted">Authorization: Bearer {made?.slice(0, 9)}…</code>
        </Flex>
      </Dialog>
    </>
  )
}
