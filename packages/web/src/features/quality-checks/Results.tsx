import { useNavigate, useSearch } from '@tanstack/react-router'
import { type QualityResult, qualityResultList } from '@trackway/core/features/quality-checks/calls.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Split } from '../../ui/layout/Split.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ResultTools } from '../../ui/scan/ResultTools.tsx'
import { CheckedDevice } from './CheckedDevice.tsx'
import styles from './quality-checks.module.css'

const colours = { open: 'processing', passed: 'success', failed: 'error', cancelled: 'default' } as const

/** All attempts of all runs, by device, batch, station, result and time, and as a file; one opens beside the list. */
export function Results() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { taskId, batch, station } = useSearch({ strict: false }) as Partial<QualityResult>
  const [shown, setShown] = useState<QualityResult | null>(null)
  const drop = (key: string) =>
    void navigate({ to: '.', search: ((was: object) => ({ ...was, [key]: undefined })) as never })
  const chosen = Object.entries({ taskId, batch, station }).filter(([, value]) => value)
  return (
    <Split
      panel={
        shown && (
          <Panel title={shown.terminalID} onClose={() => setShown(null)} isFlush>
            <ul className={`${styles.devices} tw-padded-panel`}>
              <CheckedDevice device={shown} isSelected={false} onSelect={() => {}} />
            </ul>
          </Panel>
        )
      }
    >
      <ListScreen
        list={qualityResultList}
        tools={
          <>
            <ResultTools canScan />
            {chosen.map(([key, value]) => (
              <Tag key={key} closable onClose={() => drop(key)}>
                {t(`qualityChecks.chosen.${key}`, { value })}
              </Tag>
            ))}
          </>
        }
        onSelect={setShown}
        onOpen={setShown}
        selected={shown?.id ?? null}
        cells={{
          state: ({ state }: QualityResult) => (
            <Tag color={colours[state]}>{t(`reports.qualityState.${state}`)}</Tag>
          ),
        }}
      />
    </Split>
  )
}
