import type { InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { Alert, Flex, Form, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../base/api.ts'
import { useErrorText } from '../../../base/error-text.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { ActionButton } from '../../../ui/actions/ActionButton.tsx'
import styles from '../fences.module.css'

type DryRunRequest = InputOf<typeof fenceCalls.dryRun>
type Answer = OutputOf<typeof fenceCalls.dryRun>

interface DryRunProps {
  /** What the form holds at present, as a request; null: there is nothing to try yet. */
  toRequest: (values: Partial<InputOf<typeof fenceCalls.add>>) => DryRunRequest | null
  /** Why it cannot be tried. */
  reason: string | null
}

const periods = [1, 7, 14, 31] as const
/** Looking through the tracks of many vehicles takes its time. */
const timeoutMs = 120_000
/** As many vehicles are listed. */
const listed = 20

/** What the fence would have counted in the last days, before it is stored. */
export function DryRun({ toRequest, reason }: DryRunProps) {
  const { t, format } = useTexts()
  const errorText = useErrorText()
  const form = Form.useFormInstance()
  const [days, setDays] = useState<number>(7)
  const [state, setState] = useState<
    'idle' | 'running' | { answer: Answer; request: DryRunRequest } | { error: unknown }
  >('idle')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    const request = toRequest(form.getFieldsValue())
    if (!request) return
    const aborter = new AbortController()
    running.current = aborter
    setState('running')
    try {
      const answer = await api(fenceCalls.dryRun, { ...request, days }, { signal: aborter.signal, timeoutMs })
      setState({ answer, request: { ...request, days } })
    } catch (error) {
      if (!aborter.signal.aborted) setState({ error })
    }
  }
  return (
    <section
      className={`${styles.section} tw-line-above tw-grid tw-gap-10`}
      aria-label={t('fences.dry.title')}
    >
      <h3>{t('fences.dry.title')}</h3>
      <Flex gap={8}>
        <Select
          aria-label={t('fences.dry.period')}
          value={days}
          options={periods.map((value) => ({ value, label: t('fences.dry.option', { count: value }) }))}
          onChange={setDays}
          style={{ minWidth: 128 }}
        />
        <ActionButton reason={reason} loading={state === 'running'} onClick={() => void run()}>
          {t('fences.dry.run')}
        </ActionButton>
      </Flex>
      {typeof state === 'object' && 'error' in state && (
        <Alert type="error" showIcon title={errorText(state.error)} />
      )}
      {typeof state === 'object' && 'answer' in state && (
        // The result is scrolled into view: the form ends above its buttons.
        <div
          className="tw-grid"
          role="status"
          ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
        >
          <Result {...state} />
          <ul>
            {state.answer.vehicles.slice(0, listed).map(({ terminalID, displayName, crossings }) => (
              <li key={terminalID} className="tw-flex tw-spread tw-gap-12">
                <span className="tw-ellipsis">{displayName}</span>
                <span className="tw-number tw-muted">
                  {t('fences.dry.times', { count: crossings, shown: format.number(crossings) })}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** The answer in words. */
function Result({ answer, request }: { answer: Answer; request: DryRunRequest }) {
  const { t, format } = useTexts()
  const { crossings, shortStays, vehicles, devices } = answer
  const period = t('fences.dry.days', { count: request.days ?? 7 })
  const crossing = vehicles.filter((vehicle) => vehicle.crossings > 0)
  return (
    <p>
      {crossings === 0
        ? t('fences.dry.none', { period, vehicles: vehiclesText(devices) })
        : t('fences.dry.crossed', {
            count: crossings,
            shown: format.number(crossings),
            period,
            vehicles: vehiclesText(crossing.length),
          })}
      {shortStays > 0 &&
        ` ${t('fences.dry.short', {
          count: shortStays,
          shown: format.number(shortStays),
          dwell: format.duration((request.dwellS ?? 0) * 1000),
        })}`}
    </p>
  )
  function vehiclesText(count: number) {
    return t('ui.vehicles.vehicles', { count, shown: format.number(count) })
  }
}
