import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { MediaPanel } from './MediaPanel.tsx'

/** Pictures and recordings of the account's vehicles, or of the one in the address. */
export function MediaScreen() {
  const { t } = useTranslation()
  const { terminalID } = useSearch({ strict: false }) as { terminalID?: string }
  return (
    <Page title={terminalID === undefined ? t('media.title') : t('media.titleOf', { name: terminalID })}>
      <MediaPanel key={terminalID} terminalID={terminalID} />
    </Page>
  )
}
