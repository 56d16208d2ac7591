import { App, Button } from 'antd'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../actions/ActionButton.tsx'
import { useLeaveGuard } from '../use-leave-guard.ts'
import styles from './SaveArea.module.css'
import { type SaveSection, SaveSectionsContext } from './save-sections.ts'

interface SaveAreaProps {
  /** Brings a section into view that could not be saved. */
  onRefused: (key: string) => void
  /** Does an address of the same path still show what is entered? */
  isSame: (search: object) => boolean
  children: ReactNode
}

/**
 * Forms that are saved together, by one bar that appears as soon as anything was changed. A section that is refused
 * says so and keeps what was entered; those before it are saved. Leaving asks first.
 */
export function SaveArea({ onRefused, isSame, children }: SaveAreaProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [sections, setSections] = useState<ReadonlyMap<string, SaveSection>>(new Map())
  const [isBusy, setIsBusy] = useState(false)
  const dirty = [...sections.values()].filter(({ isDirty }) => isDirty).sort((a, b) => a.rank - b.rank)
  const latest = useRef(dirty)
  latest.current = dirty
  useLeaveGuard(() => latest.current.length > 0, isSame)

  const put = useCallback(
    (key: string, section: SaveSection | null) =>
      setSections((was) => {
        const rest = [...was].filter(([each]) => each !== key)
        return new Map(section ? [...rest, [key, section]] : rest)
      }),
    [],
  )
  const isSaving = useRef(false)
  const saveAll = useCallback(async () => {
    if (isSaving.current || latest.current.length === 0) return
    isSaving.current = true
    setIsBusy(true)
    try {
      for (const { key, save } of latest.current) {
        if (!(await save())) return onRefused(key)
      }
      message.success(t('ui.save.saved'))
    } finally {
      isSaving.current = false
      setIsBusy(false)
    }
  }, [message, onRefused, t])
  const context = useMemo(() => ({ put, saveAll: () => void saveAll() }), [put, saveAll])
  return (
    <SaveSectionsContext value={context}>
      {children}
      {dirty.length > 0 && (
        <section
          className={`${styles.bar} tw-row tw-wrap tw-frame tw-padded-bar`}
          aria-label={t('ui.save.bar')}
        >
          <span className="tw-fill" role="status">
            {t('ui.save.changed', { sections: dirty.map(({ title }) => title).join(' · ') })}
          </span>
          <Button
            disabled={isBusy}
            onClick={() => {
              for (const { discard } of dirty) discard()
            }}
          >
            {t('ui.form.discard')}
          </Button>
          <ActionButton type="primary" loading={isBusy} onClick={() => void saveAll()}>
            {t('ui.save.save')}
          </ActionButton>
        </section>
      )}
    </SaveSectionsContext>
  )
}
