import { type FirmwareLink, firmwareCalls, firmwareLinkList } from '@trackway/core/features/firmware/calls.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { AddButton } from '../../ui/actions/AddButton.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { deletion } from '../../ui/list/RowActions.tsx'
import { LinkForm } from './LinkForm.tsx'

/** Links at which devices fetch firmware by HTTP, and how far each has come. */
export function Links() {
  const { t } = useTranslation()
  const mayChange = useCan('test:ota')
  const [isAdding, setIsAdding] = useState(false)
  const add = mayChange && <AddButton label={t('firmware.links.open')} onClick={() => setIsAdding(true)} />
  return (
    <>
      <ListScreen
        list={firmwareLinkList}
        tools={add}
        empty={add ? { action: add } : { text: '' }}
        rowActions={[deletion(firmwareCalls.removeLink, 'firmwareLink')]}
        cells={{
          url: ({ url }: FirmwareLink) =>
            url === null ? '–' : <CopyText text={url} label={`…${url.slice(-22)}`} />,
        }}
      />
      <LinkForm file={null} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  )
}
