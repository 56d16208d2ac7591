import {
  BgColorsOutlined,
  EnvironmentOutlined,
  GatewayOutlined,
  HistoryOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { type BusLine, busCalls, busDirections, busLimits } from '@trackway/core/features/bus/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { Alert, App, Button, ColorPicker, Flex, Input, Segmented } from 'antd'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { reread } from '../../../base/queries/query-client.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { MapControls } from '../../../map/view/MapControls.tsx'
import noticeStyles from '../../../map/view/MapNotices.module.css'
import { MapView } from '../../../map/view/MapView.tsx'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.ts'
import { isTyping } from '../../../ui/keys/is-typing.ts'
import { usePageEvent } from '../../../ui/keys/use-page-event.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { AccountPicker } from '../../../ui/pickers/AccountPicker.tsx'
import { useUndo } from '../../../ui/use-undo.ts'
import styles from '../bus.module.css'
import { EditLine, type LineTool } from '../map/EditLine.tsx'
import { FitLine, LineLayer } from '../map/LineLayer.tsx'
import { DriveDialog } from './DriveDialog.tsx'
import { faultText } from './fault-text.ts'
import { LineVehicles } from './LineVehicles.tsx'
import { draftOf, type LineFacts, offsetsAfter, withStop } from './line-draft.ts'
import { OffRouteFields } from './OffRouteFields.tsx'
import { StopList } from './StopList.tsx'

const newFacts: LineFacts = {
  name: '',
  direction: 'outbound',
  colour: '#0b6e78',
  terminalIDs: [],
  offRouteM: 100,
  offRoutePoints: 2,
  offRouteS: 30,
}

/** Draws the way of a line and its stops, and says what it is. Nothing is stored before it is saved. */
export function RouteTab({ line }: { line: BusLine | null }) {
  const { t, toText } = useTexts()
  const { isDemo } = useUser()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const draft = useUndo(draftOf(line))
  const [facts, setFacts] = useState<LineFacts>(line ?? newFacts)
  const [tool, setTool] = useState<LineTool | null>(line ? null : 'way')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isFromDrive, setIsFromDrive] = useState(false)
  const [drives, setDrives] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const { shape, stops } = draft.value
  const isDirty = !isSaved && (draft.isChanged || facts !== (line ?? newFacts))
  useLeaveGuard(
    () => isDirty,
    () => false,
  )
  useUndoKeys(draft.undo, draft.redo)

  const change = (part: Partial<LineFacts>) => setFacts((now) => ({ ...now, ...part }))
  const setShape = (next: readonly Place[]) => draft.set({ ...draft.value, shape: next })
  const clicked = (place: Place) => {
    if (tool === 'way') return setShape([...shape, place])
    draft.set(withStop(draft.value, place, t('bus.route.newStop', { n: stops.length + 1 })))
  }
  const save = async () => {
    setIsBusy(true)
    setError(null)
    try {
      const { userId, ...rest } = pickFacts(facts)
      const sent = { ...rest, shape: [...shape], stops: [...stops] }
      const id = line
        ? line.id
        : (await api(busCalls.add, { ...sent, ...(userId !== undefined && { userId }) })).id
      if (line) {
        const timetable = line.timetable.map((service) => ({
          ...service,
          offsetsMin: offsetsAfter(line.stops, stops, service.offsetsMin),
        }))
        await api(busCalls.edit, { id, ...sent, timetable })
      }
      setIsSaved(true)
      message.success(t('bus.saved', { name: facts.name }))
      await reread('list')
      if (!line)
        void navigate({ to: '/index/bus/busLine/$tab', params: { tab: 'timetable' }, search: { id } })
    } catch (failure) {
      setError(failure)
    }
    setIsBusy(false)
  }
  const missing =
    facts.name.trim() === ''
      ? t('bus.route.nameFirst')
      : Math.max(shape.length, stops.length) < 2
        ? t('bus.route.wayFirst')
        : null
  const reason = isDemo ? t('result.demoAccount') : missing

  return (
    <div className={`${styles.split} tw-fill tw-grid tw-gap-16`}>
      <Panel isFlush label={t('bus.route.map')}>
        <MapView>
          <LineLayer shape={shape.length > 0 ? shape : stops} stops={stops} colour={facts.colour} />
          <EditLine
            shape={shape}
            stops={stops}
            tool={tool}
            onClick={clicked}
            onShape={setShape}
            onStop={(index, place) =>
              draft.set({
                shape,
                stops: stops.map((stop, i) => (i === index ? { ...stop, ...place } : stop)),
              })
            }
            onBack={() => setShape(shape.slice(0, -1))}
            onDone={() => setTool(null)}
          />
          <FitLine
            places={chosen === null ? [...shape, ...stops] : [stops[chosen]!]}
            again={chosen === null ? drives : `stop ${chosen}`}
          />
          <MapControls />
        </MapView>
        {tool && (
          <p className={`${noticeStyles.notice} tw-plate`} data-calm role="status">
            {t(`bus.route.hint.${tool}`)}
          </p>
        )}
      </Panel>
      <Panel isFlush label={t('bus.route.form')}>
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <Flex wrap gap={8}>
            <Button
              icon={<GatewayOutlined />}
              type={tool === 'way' ? 'primary' : 'default'}
              aria-pressed={tool === 'way'}
              onClick={() => setTool(tool === 'way' ? null : 'way')}
            >
              {t('bus.route.draw')}
            </Button>
            <Button
              icon={<EnvironmentOutlined />}
              type={tool === 'stop' ? 'primary' : 'default'}
              aria-pressed={tool === 'stop'}
              onClick={() => setTool(tool === 'stop' ? null : 'stop')}
            >
              {t('bus.route.setStops')}
            </Button>
            <Button icon={<HistoryOutlined />} onClick={() => setIsFromDrive(true)}>
              {t('bus.route.fromDrive')}
            </Button>
            <Button
              icon={<UndoOutlined />}
              aria-label={t('bus.route.undo')}
              title={t('bus.route.undo')}
              disabled={!draft.undo}
              onClick={() => draft.undo?.()}
            />
            <Button
              icon={<RedoOutlined />}
              aria-label={t('bus.route.redo')}
              title={t('bus.route.redo')}
              disabled={!draft.redo}
              onClick={() => draft.redo?.()}
            />
          </Flex>
          <p className="tw-small tw-muted">{t('bus.route.help')}</p>
        </section>
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <Flex gap={8} align="end">
            <div className="tw-grow">
              <Field label={t('bus.route.name')}>
                {(id) => (
                  <Input
                    id={id}
                    value={facts.name}
                    maxLength={64}
                    onChange={({ target }) => change({ name: target.value })}
                  />
                )}
              </Field>
            </div>
            <ColorPicker
              value={facts.colour}
              disabledAlpha
              onChangeComplete={(colour) => change({ colour: colour.toHexString().slice(0, 7) })}
            >
              <Button
                aria-label={t('bus.route.colour')}
                icon={<BgColorsOutlined style={{ color: facts.colour }} />}
              />
            </ColorPicker>
          </Flex>
          <Segmented
            block
            aria-label={t('bus.route.direction')}
            value={facts.direction}
            options={busDirections.map((value) => ({ value, label: t(`reports.busDirection.${value}`) }))}
            onChange={(direction) => change({ direction })}
          />
          {!line && (
            <AccountPicker
              block
              isExact
              value={facts.userId}
              label={t('bus.route.account')}
              onChange={(userId) => change({ userId, terminalIDs: [] })}
            />
          )}
          <LineVehicles
            userId={line?.userId ?? facts.userId}
            value={facts.terminalIDs}
            onChange={(terminalIDs) => change({ terminalIDs: terminalIDs.slice(0, busLimits.vehicles) })}
          />
        </section>
        <section className={`${styles.section} tw-column tw-line-below tw-padded tw-gap-12`}>
          <h2 className={styles.heading}>{t('bus.route.stops', { count: stops.length })}</h2>
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

function pickFacts({
  name,
  direction,
  colour,
  offRouteM,
  offRoutePoints,
  offRouteS,
  terminalIDs,
  userId,
}: LineFacts) {
  return {
    name: name.trim(),
    direction,
    colour,
    offRouteM,
    offRoutePoints,
    offRouteS,
    userId,
    terminalIDs: [...terminalIDs],
  }
}

/** Ctrl+Z and Ctrl+Shift+Z, where nobody is typing. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null): void {
  usePageEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return
    event.preventDefault()
    const step = event.shiftKey ? redo : undo
    step?.()
  })
}
