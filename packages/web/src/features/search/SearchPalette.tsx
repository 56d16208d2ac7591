import {
  ApartmentOutlined,
  CarOutlined,
  CloseOutlined,
  HistoryOutlined,
  LoadingOutlined,
  SearchOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { isSearchable } from '@trackway/core/rules/search-text.ts'
import { Button, Input, type InputRef, Tooltip } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSearch } from '../../ui/vehicles/use-search.ts'
import styles from './SearchPalette.module.css'
import { useChosenEntry } from './use-chosen-entry.ts'
import { type FoundScreen, useEntries } from './use-entries.tsx'
import type { Entry } from './use-found-entries.tsx'

interface SearchPaletteProps {
  isOpen: boolean
  onClose: () => void
  /** The screens that the user may open, by their names. */
  screens: readonly FoundScreen[]
}

/** One field for everything: devices, accounts and screens. Enter opens the chosen one, Esc closes. */
export function SearchPalette({ isOpen, onClose, screens }: SearchPaletteProps) {
  const { t } = useTranslation()
  const field = useRef<InputRef>(null)
  const isPhone = useIsPhone()
  return (
    <Dialog
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: isPhone ? 0 : 72 }}
      centered={false}
      className={styles.palette!}
      aria-label={t('search.title')}
      afterOpenChange={(hasOpened) => hasOpened && field.current?.focus()}
    >
      <Palette field={field} onClose={onClose} screens={screens} />
    </Dialog>
  )
}

interface PaletteProps extends Omit<SearchPaletteProps, 'isOpen'> {
  field: React.RefObject<InputRef | null>
}

function Palette({ field, onClose, screens }: PaletteProps) {
  const { t, toText } = useTexts()
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const search = useSearch(text)
  const groups = useEntries({ text, found: search.found, screens, onDone: onClose })
  const entries = groups.flatMap((group) => group.entries)
  const { current, setChosen, setIsEntered, onKeyDown } = useChosenEntry(entries, search.isPending)
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen comes into sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])

  return (
    <>
      <div className={`${styles.field} tw-padded-bar tw-line-below`}>
        <Input
          ref={field}
          role="combobox"
          aria-expanded
          aria-controls="search-found"
          aria-activedescendant={current && `search-${current.key}`}
          aria-label={t('search.field')}
          placeholder={t('search.field')}
          variant="borderless"
          maxLength={64}
          autoComplete="off"
          prefix={search.isPending ? <LoadingOutlined /> : <SearchOutlined />}
          suffix={
            isPhone && (
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('ui.layout.close')}
                onClick={onClose}
              />
            )
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
            setIsEntered(false)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id="search-found"
        className={`${styles.found} tw-scroll`}
        role="listbox"
        aria-label={t('search.title')}
        aria-busy={search.isPending}
      >
        {search.error !== null && (
          <p role="alert" className="tw-padded">
            {toText(search.error)}
          </p>
        )}
        {groups.map(({ title, entries: rows, more }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={title} role="group" aria-label={t(title)}>
            <p className={`${styles.title} tw-label`} aria-hidden>
              {t(title)}
            </p>
            {rows.map((entry) => (
              <Row
                key={entry.key}
                entry={entry}
                isChosen={entry.key === current?.key}
                onPoint={() => setChosen(entries.indexOf(entry))}
              />
            ))}
            {more}
          </div>
        ))}
        <Note text={text} isEmpty={entries.length === 0 && !search.isPending && search.error === null} />
      </div>
      <p className="tw-padded-strip tw-not-on-phone tw-small tw-muted tw-line-above">{t('search.keys')}</p>
    </>
  )
}

const icons: Record<Entry['kind'], ReactNode> = {
  device: <CarOutlined />,
  account: <ApartmentOutlined />,
  screen: <UnorderedListOutlined />,
  recent: <HistoryOutlined />,
}

function Row({ entry, isChosen, onPoint }: { entry: Entry; isChosen: boolean; onPoint: () => void }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, whose aria-activedescendant names the chosen one
    <div
      id={`search-${entry.key}`}
      role="option"
      aria-selected={isChosen}
      className={`${styles.row} tw-choice tw-row tw-rounded tw-gap-10`}
      onPointerMove={onPoint}
    >
      <span className="tw-muted">{entry.icon ?? icons[entry.kind]}</span>
      <button
        type="button"
        tabIndex={-1}
        className="tw-touch tw-padded-block tw-row-button tw-grow"
        onClick={entry.open}
      >
        <span className="tw-flex tw-shrink">
          <span className="tw-ellipsis">{entry.name}</span>
          {entry.sign}
        </span>
        {entry.text && <small className="tw-muted tw-ellipsis tw-block">{entry.text}</small>}
      </button>
      {entry.actions.map(({ label, icon, run }) => (
        <Tooltip key={label} title={label}>
          <Button type="text" icon={icon} aria-label={`${label}: ${entry.name}`} onClick={run} />
        </Tooltip>
      ))}
    </div>
  )
}

/** What to do next where there is nothing to choose from. */
function Note({ text, isEmpty }: { text: string; isEmpty: boolean }) {
  const { t } = useTranslation()
  if (text === '') return <p className="tw-padded tw-muted">{t('search.hint')}</p>
  if (!isEmpty) return null
  if (!isSearchable(text) && /^\d+$/.test(text))
    return <p className="tw-padded tw-muted">{t('search.moreDigits')}</p>
  return (
    <div className="tw-padded" role="status">
      <p>{t('search.none', { text })}</p>
      <p className="tw-muted">{t('search.noneText')}</p>
    </div>
  )
}
