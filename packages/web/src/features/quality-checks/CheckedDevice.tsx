import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  MinusCircleOutlined,
} from '@ant-design/icons'
import {
  boundText,
  type CheckResult,
  type QualityResult,
  type QualityState,
  valueText,
} from '@trackway/core/features/quality-checks/calls.ts'
import type { TFunction } from 'i18next'
import { type ComponentType, useEffect, useRef } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import styles from './quality-checks.module.css'

const signs: Record<QualityState, ComponentType> = {
  open: ClockCircleOutlined,
  passed: CheckCircleFilled,
  failed: CloseCircleFilled,
  cancelled: MinusCircleOutlined,
}

interface CheckedDeviceProps {
  device: QualityResult
  isSelected: boolean
  /** Left out: how much time is left is not shown. */
  now?: number
  onSelect: () => void
}

/** A device with its checks: what each saw, and why it failed, by colour, shape and words. */
export function CheckedDevice({ device, isSelected, now, onSelect }: CheckedDeviceProps) {
  const { t, format } = useTexts()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { terminalID, state, checks, attempt, typeName, startTime, endTime, deadlineTime } = device
  const left = state === 'open' && now !== undefined ? deadlineTime - now : null
  const Sign = signs[state]
  const failed = checks.filter((check) => check.state === 'failed')
  return (
    <li ref={row} className={styles.device} data-state={state} aria-current={isSelected}>
      <button type="button" tabIndex={-1} className={styles.head} onClick={onSelect}>
        <span className={styles.sign} aria-hidden="true">
          <Sign />
        </span>
        <strong className="tw-mono">{terminalID}</strong>
        <span className={styles.verdict}>{t(`reports.qualityState.${state}`)}</span>
        <span className="tw-muted">
          {[
            typeName,
            format.time(endTime ?? startTime),
            attempt > 1 && t('qualityChecks.attempt', { count: attempt }),
            left !== null && left > 0 && t('qualityChecks.left', { time: format.duration(left) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
      <ul className={`${styles.checks} tw-wrap tw-gap-6`} aria-label={t('reports.column.qualityChecks')}>
        {checks.map((check) => (
          <Check key={check.code} check={check} />
        ))}
      </ul>
      {failed.length > 0 && (
        <p className={styles.reasons}>{failed.map((check) => reasonOf(check, t)).join(' · ')}</p>
      )}
    </li>
  )
}

function Check({ check }: { check: CheckResult }) {
  const { t } = useTexts()
  const { state, code } = check
  // Seen, and not as it should be.
  const isOff = state === 'open' && check.value !== null
  const Sign = state === 'open' ? ClockCircleOutlined : signs[state]
  const value = seenText(check, t)
  const bound = boundText(check)
  return (
    <li className={styles.check} data-state={isOff ? 'off' : state}>
      <span aria-hidden="true">
        <Sign />
      </span>
      {t(`reports.qualityCheck.${code}`)}
      {value !== null && <span className="tw-number">{value}</span>}
      {state !== 'passed' && bound !== '' && <span className="tw-number tw-small">({bound})</span>}
      <span className="tw-visually-hidden">{t(`qualityChecks.state.${state}`)}</span>
    </li>
  )
}

/** `Satellites: 2 (≥ 4)`, `ICCID: not seen`. */
function reasonOf(check: CheckResult, t: TFunction): string {
  const bound = boundText(check)
  const value = seenText(check, t) ?? t('qualityChecks.notSeen')
  const name = t(`reports.qualityCheck.${check.code}`)
  return bound === '' ? `${name}: ${value}` : `${name}: ${value} (${bound})`
}

function seenText(check: CheckResult, t: TFunction): string | null {
  const { code, value } = check
  if (value === null) return null
  return code === 'acc' || code === 'gSensor'
    ? t(`qualityChecks.seen.${String(value).replace(', ', '_')}`, { defaultValue: String(value) })
    : valueText(check)
}
