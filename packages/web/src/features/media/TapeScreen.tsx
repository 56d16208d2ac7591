import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { MediaPanel } from './MediaPanel.tsx'

/** The factory's view of what devices hand over. */
export function TapeScreen() {
  const { t } = useTranslation()
  return (
    <Page title={t('media.title')}>
      <MediaPanel />
    </Page>
  )
}
