import { useNavigate, useParams } from '@tanstack/react-router'
import {
  gpsResultList,
  jigExportV1List,
  jigExportV2List,
  jigUnitList,
  serialResultList,
} from '@trackway/core/features/jig-results/calls.ts'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { ExpectedValues } from './ExpectedValues.tsx'
import { type JigTab, jigTabs } from './jig-tabs.ts'
import { Results } from './Results.tsx'
import { Stations } from './Stations.tsx'
import { Units } from './Units.tsx'
import { Yield } from './Yield.tsx'

const bodies: Record<JigTab, ComponentType> = {
  serialResultManager: () => <Results list={serialResultList} given={{ kind: 'serial' }} />,
  serialResultManagerV2: () => <Units list={jigUnitList} />,
  serialGPSResultManager: () => <Results list={gpsResultList} given={{ kind: 'gps' }} />,
  v1: () => <Results list={jigExportV1List} about="jigResults.aboutV1" />,
  v2: () => <Units list={jigExportV2List} about="jigResults.aboutV2" />,
  yield: Yield,
  configList: ExpectedValues,
  stations: Stations,
}

/** What production jigs measured of devices, how good the line is, and by what it is judged. */
export function JigScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab } = useParams({ strict: false }) as { tab: JigTab }
  const Body = bodies[tab]
  return (
    <Page
      title={t('jigResults.title')}
      tabs={{
        activeKey: tab,
        onChange: (to) =>
          void navigate({ to: '/test/exportSerialResult/$tab', params: { tab: to }, search: {} }),
        items: jigTabs.map((key) => ({ key, label: t(`jigResults.tab.${key}`) })),
      }}
    >
      <Body key={tab} />
    </Page>
  )
}
