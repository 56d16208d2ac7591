import type { BusLine } from '@trackway/core/features/bus/calls.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import styles from '../bus.module.css'
import type { LineTool } from '../map/EditLine.tsx'
import { DriveDialog } from './DriveDialog.tsx'
import { faultText } from './fault-text.ts'
import { LineFields } from './LineFields.tsx'
import { LineTools } from './LineTools.tsx'
import { OffRouteFields } from './OffRouteFields.tsx'
import { RouteMap } from './RouteMap.tsx'
import { StopList } from './StopList.tsx'
import { useLineEdit } from './use-line-edit.ts'

/** Edits the route of a line on the map, its stops and its properties. Nothing is stored before it is saved. */
export function RouteTab({ line }: { line: BusLine | null }) {
  const { t, toText } = useTexts()
  const { isDemo } = useUser()
  const edit = useLineEdit(line)
  const { draft, shape, stops, facts, change, save, error, isBusy } = edit
  const [tool, setTool] = useState<LineTool | null>(line ? null : 'way')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isFromDrive, setIsFromDrive] = useState(false)
  const [drives, setDrives] = useState(0)

  const missing =
    facts.name.trim() === ''
      ? t('bus.route.nameFirst')
      : Math.max(shape.length, stops.length) < 2
        ? t('bus.route.wayFirst')
        : null
  const reason = isDemo ? t('result.demoAccount') : missing

  return (
    <div className="tw-map-beside tw-fill tw-grid tw-gap-16">
      <RouteMap edit={edit} tool={tool} onTool={setTool} chosen={chosen} drives={drives} />
      <Panel isFlush label={t('bus.route.form')}>
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <LineTools draft={draft} tool={tool} onTool={setTool} onFromDrive={() => setIsFromDrive(true)} />
          <p className="tw-small tw-muted">{t('bus.route.help')}</p>
        </section>
        <LineFields line={line} facts={facts} change={change} />
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <h2 className="tw-size-14">{t('bus.route.stops', { count: stops.length })}</h2>
          <StopList
            stops={stops}
            chosen={chosen}
            onChoose={setChosen}
            onChange={(next) => {
              setChosen(null)
              draft.set({ shape, stops: next })
            }}
          />
        </section>
        <OffRouteFields facts={facts} onChange={change} />
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          {error !== null && (
            <Alert type="error" showIcon title={faultText(error, stops, t) ?? toText(error)} />
          )}
          <ActionButton reason={reason} type="primary" block loading={isBusy} onClick={() => void save()}>
            {t(line ? 'bus.route.save' : 'bus.add')}
          </ActionButton>
        </section>
      </Panel>
      <DriveDialog
        isOpen={isFromDrive}
        userId={line?.userId ?? facts.userId}
        onClose={() => setIsFromDrive(false)}
        onTaken={(taken) => {
          setTool(null)
          setDrives(drives + 1)
          draft.set({
            shape: taken.shape,
            stops: taken.stops.map((place, i) => ({
              ...place,
              name: t('bus.route.newStop', { n: i + 1 }),
              radiusM: 30,
            })),
          })
        }}
      />
    </div>
  )
}
