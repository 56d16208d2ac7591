import { useTranslation } from 'react-i18next'
import { ImportScreen } from '../imports/ImportScreen.tsx'
import { useSimTabs } from './use-sim-tabs.ts'

/** SIM cards that come by scanner, paste or file. */
export function SimImportScreen() {
  const { t } = useTranslation()
  return <ImportScreen name="simImport" title={t('simCards.title')} tabs={useSimTabs('import')} />
}
