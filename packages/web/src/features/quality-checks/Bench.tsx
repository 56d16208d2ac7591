import { PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { type DeviceTask, taskList } from '@trackway/core/features/tasks/calls.ts'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { ScanField } from '../../ui/scan/ScanField.tsx'
import { readIds } from '../../ui/vehicles/read-ids.ts'
import { AddList } from './AddList.tsx'
import styles from './quality-checks.module.css'
import { RunDevices } from './RunDevices.tsx'
import { type RunAbout, type ScanOutcome, useBench } from './use-bench.ts'

/** The bench: devices are scanned, pasted or read from a file into a run, and turn green as they report. */
export function Bench() {
  const { t } = useTranslation()
  const { run, about, setAbout, outcome, scan, open } = useBench()
  const [isListing, setListing] = useState(false)
  return (
    <>
      <Toolbar
        end={
          run !== undefined && (
            <Button
              size="large"
              icon={<PlusOutlined />}
              aria-keyshortcuts="F9"
              onClick={() => open(undefined)}
            >
              {t('qualityChecks.newRun')} <kbd className="tw-not-on-phone">F9</kbd>
            </Button>
          )
        }
      >
        <div
          className="tw-contents"
          onPasteCapture={(event) => {
            const { ids } = readIds(event.clipboardData.getData('text'))
            if (ids.length < 2) return
            event.preventDefault()
            scan(ids)
          }}
        >
          <ScanField label={t('qualityChecks.scan')} isEager onCode={(code) => code && scan([code])} />
        </div>
        <Button size="large" icon={<UnorderedListOutlined />} onClick={() => setListing(true)}>
          {t('qualityChecks.list')}
        </Button>
      </Toolbar>
      <Outcome outcome={outcome} />
      {run === undefined ? (
        <>
          <div className="tw-inset-on-phone">
            <NewRun about={about} onChange={setAbout} />
          </div>
          <ListScreen
            list={taskList}
            isLocal
            given={{ kind: 'qualityCheck' }}
            onSelect={({ id }: DeviceTask) => open(id)}
            onOpen={({ id }: DeviceTask) => open(id)}
            empty={{ title: t('qualityChecks.noRuns'), text: t('qualityChecks.noRunsText') }}
          />
        </>
      ) : (
        <RunDevices key={run} run={run} scanned={outcome} />
      )}
      {isListing && <AddList onClose={() => setListing(false)} onAdd={scan} />}
    </>
  )
}

/** What became of the last scan, large enough to be read from a step away. */
function Outcome({ outcome }: { outcome: ScanOutcome | null }) {
  return (
    <div role="status" className="tw-inset-on-phone">
      {outcome && (
        <p key={outcome.count} className={styles.outcome} data-kind={outcome.kind}>
          <span className="tw-mono">{outcome.code}</span> {outcome.text}
        </p>
      )}
    </div>
  )
}

function NewRun({ about, onChange }: { about: RunAbout; onChange: (about: RunAbout) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const field = (name: keyof RunAbout, maxLength: number) => (
    <div className="tw-column tw-gap-4">
      <label className="tw-muted" htmlFor={`${id}-${name}`}>
        {t(`qualityChecks.about.${name}`)}
      </label>
      <Input
        id={`${id}-${name}`}
        size="large"
        maxLength={maxLength}
        value={about[name]}
        onChange={({ target }) => onChange({ ...about, [name]: target.value })}
        // A barcode of the batch is done with: the next code is a device.
        onPressEnter={({ currentTarget }) => currentTarget.blur()}
      />
    </div>
  )
  return (
    <Panel title={t('qualityChecks.newRun')} note={t('qualityChecks.newRunNote')}>
      <div className={`${styles.about} tw-grid tw-gap-12`}>
        {field('batch', 40)}
        {field('station', 64)}
        {field('name', 64)}
      </div>
    </Panel>
  )
}
