import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import {
  type OwnerRecord,
  ownerRecordCalls,
  ownerRecordList,
} from '@trackway/core/features/owner-records/calls.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Facts } from '../../ui/layout/Facts.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion, type RowAction } from '../../ui/list/RowActions.tsx'

const facts = ['realName', 'idCard', 'telephone', 'address', 'contract'] as const

/** What is open over the list. */
type Open = { kind: 'add' } | { kind: 'edit' | 'view'; record: OwnerRecord }

/** The owners of vehicles: masked in the list, in full on request, which is recorded. */
export function OwnerRecordsScreen() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  const show = (kind: 'edit' | 'view') => async (row: OwnerRecord) => {
    const record = await api(ownerRecordCalls.view, { terminalID: row.terminalID })
    setOpen({ kind, record })
  }
  const rowActions: RowAction<OwnerRecord>[] = [
    { label: 'owners.view', icon: <EyeOutlined />, call: ownerRecordCalls.view, run: show('view') },
    { label: 'owners.edit', icon: <EditOutlined />, call: ownerRecordCalls.save, run: show('edit') },
    deletion(ownerRecordCalls.delete, 'owners'),
  ]
  const addButton = <AddButton label={t('owners.add')} onClick={() => setOpen({ kind: 'add' })} />
  const viewed = open?.kind === 'view' ? open.record : null
  const edited = open?.kind === 'edit' ? open.record : null
  return (
    <Page title={t('owners.title')} actions={addButton}>
      <ListScreen
        list={ownerRecordList}
        rowActions={rowActions}
        cells={{
          realName: ({ isReadable, realName }) => (isReadable ? (realName ?? '–') : t('owners.unreadable')),
        }}
      />
      <FormDialog
        call={ownerRecordCalls.save}
        title={edited ? t('owners.editTitle', { name: displayName(edited) }) : t('owners.add')}
        submitLabel={t('owners.save')}
        isOpen={open?.kind === 'add' || edited !== null}
        onClose={close}
        label={(name) => t(`owners.${name}`)}
        initial={edited ?? {}}
        fields={[
          ...(edited ? [] : (['terminalID'] as const)),
          ['realName', 'telephone', 'idCard', 'contract'],
          'address',
        ]}
        refusals={{ notFound: 'terminalID' }}
        rereads={['list']}
        done={() => t('owners.saved')}
      />
      <Dialog
        open={viewed !== null}
        width={480}
        footer={null}
        onCancel={close}
        title={viewed && t('owners.viewTitle', { name: displayName(viewed) })}
      >
        {viewed && (
          <Facts facts={facts.map((name) => ({ label: t(`owners.${name}`), value: viewed[name] ?? '–' }))} />
        )}
        <p className="tw-small tw-muted tw-gap-above">{t('owners.logged')}</p>
      </Dialog>
    </Page>
  )
}
