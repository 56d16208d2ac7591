import type {
  JigResult,
  jigExportV1List,
  serialResultList,
} from '@trackway/core/features/jig-results/calls.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Split } from '../../ui/layout/Split.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ResultTools } from '../../ui/scan/ResultTools.tsx'
import { LabelButton } from '../labels/LabelButton.tsx'
import { jigNumbers } from './jig-numbers.ts'
import { ResultDetail } from './ResultDetail.tsx'
import { Verdict } from './Verdict.tsx'

interface ResultsProps {
  list: typeof serialResultList | typeof jigExportV1List
  given?: { kind: 'serial' | 'gps' }
  /** Key of what its file holds. */
  about?: string
}

/** A row each attempt; one opens beside the list with all that was measured. */
export function Results({ list, given, about }: ResultsProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<number | null>(null)
  const show = ({ id }: JigResult) => setShown(id)
  return (
    <>
      {about && <Alert type="info" showIcon title={t(about)} />}
      <Split panel={shown !== null && <ResultDetail id={shown} onClose={() => setShown(null)} />}>
        <ListScreen
          list={list}
          given={given}
          tools={<ResultTools canScan />}
          bulkMore={(chosen) => <LabelButton read={() => jigNumbers(list, chosen)} />}
          onSelect={show}
          onOpen={show}
          selected={shown}
          cells={{ isPassed: (result: JigResult) => <Verdict result={result} /> }}
        />
      </Split>
    </>
  )
}
