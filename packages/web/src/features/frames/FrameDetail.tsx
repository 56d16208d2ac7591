import type { Frame, FrameField } from '@trackway/core/features/frames/calls.ts'
import { Alert, Flex, Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '../../base/use-texts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { CopyText } from '../../ui/link/CopyText.tsx'
import styles from './frames.module.css'

interface FrameDetailProps {
  frame: Frame
  /** The bytes alone. */
  isRaw?: boolean
  onClose: () => void
}

/** One frame: its bytes, and its fields; whichever is pointed at lights up in the other. */
export function FrameDetail({ frame, isRaw = false, onClose }: FrameDetailProps) {
  const { t, format } = useTexts()
  const [form, setForm] = useState<'hex' | 'text'>('hex')
  const [lit, setLit] = useState<FrameField | null>(null)
  const { hex, fields, direction, name, type, kind, error, time } = frame
  const bytes = hex.match(/../g) ?? []
  const isLit = (at: number) => lit !== null && at >= lit.offset && at < lit.offset + lit.length
  /** The narrowest field that holds the byte. */
  const fieldAt = (at: number) =>
    (fields ?? [])
      .filter(({ offset, length }) => at >= offset && at < offset + length)
      .toSorted((a, b) => a.length - b.length)[0] ?? null
  const shown = form === 'hex' ? (byte: string) => byte : asLetter
  return (
    <Panel
      title={name ?? type ?? t(`reports.frameDirection.${direction}`)}
      note={[format.moment(time), (name ?? type) && t(`reports.frameDirection.${direction}`)]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
      isFlush
    >
      <div
        className={`${styles.detail} tw-padded-panel tw-column tw-scroll tw-gap-12 tw-shrink-down`}
        data-testid="frame-detail"
      >
        <Flex gap={8} align="center" justify="space-between" wrap>
          <Segmented
            size="small"
            aria-label={t('frames.form')}
            value={form}
            onChange={setForm}
            options={[
              { value: 'hex', label: t('frames.hex') },
              { value: 'text', label: t('frames.text') },
            ]}
          />
          <CopyText text={hex} label={t('frames.bytes', { count: bytes.length })} />
        </Flex>
        {error && <Alert type="warning" showIcon title={t(`reports.frameProblem.${error}`)} />}
        {kind && <small className="tw-muted">{t(`reports.messageKind.${kind}`)}</small>}
        <div
          className={`${styles.bytes} tw-mono tw-text-centre tw-wrap tw-small tw-rounded tw-sunken`}
          data-testid="frame-bytes"
        >
          {bytes.map((byte, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a byte is known by its place
              key={at}
              data-lit={isLit(at)}
              onPointerEnter={() => setLit(fieldAt(at))}
              onPointerLeave={() => setLit(null)}
            >
              {shown(byte)}
            </span>
          ))}
        </div>
        {!isRaw && fields && (
          <table className={`${styles.fields} tw-full-width`}>
            <thead>
              <tr>
                <th>{t('frames.field')}</th>
                <th>{t('frames.value')}</th>
                <th>{t('frames.place')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field, at) => (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one name and place
                  key={at}
                  tabIndex={0}
                  data-lit={lit !== null && lit.offset === field.offset && lit.length === field.length}
                  onPointerEnter={() => setLit(field)}
                  onPointerLeave={() => setLit(null)}
                  onFocus={() => setLit(field)}
                  onBlur={() => setLit(null)}
                >
                  <td>{field.name}</td>
                  <td>{field.value}</td>
                  <td className="tw-number tw-muted">
                    {field.length > 1 ? `${field.offset}–${field.offset + field.length - 1}` : field.offset}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  )
}

/** A byte as a letter, where it is one. */
function asLetter(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
