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
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useMatches } from '../../ui/search/use-matches.ts'
import { useSearch } from '../../ui/search/use-search.ts'
import styles from './SearchPalette.module.css'
import { type FoundScreen, useEntries } from './use-entries.tsx'
import type { Entry } from './use-found-entries.tsx'

interface SearchPaletteProps {
  isOpen: boolean
  onClose: () => void
  typed: string
  onTyped: (text: string) => void
  /** Enter was pressed before there was a field for it. */
  isEntered: boolean
  /** The field has the keyboard from now on. */
  onReady: () => void
  /** The screens that the user may open, by their names. */
  screens: readonly FoundScreen[]
}

/** One field for everything: devices, accounts and screens. Enter opens the chosen one, Esc closes. */
export function SearchPalette({ isOpen, onReady, ...props }: SearchPaletteProps) {
  const { t } = useTranslation()
  const field = useRef<InputRef>(null)
  const isPhone = useIsPhone()
  return (
    <Dialog
      open={isOpen}
      onCancel={props.onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: isPhone ? 0 : 72 }}
      centered={false}
      className={styles.palette!}
      aria-label={t('search.title')}
      afterOpenChange={(hasOpened) => {
        if (!hasOpened) return
        field.current?.focus()
        onReady()
      }}
    >
      <Palette field={field} {...props} />
    </Dialog>
  )
}

interface PaletteProps extends Omit<SearchPaletteProps, 'isOpen' | 'onReady'> {
  field: React.RefObject<InputRef | null>
}

function Palette({ field, onClose, screens, typed, onTyped, isEntered }: PaletteProps) {
  const { t, toText } = useTexts()
  const isPhone = useIsPhone()
  const text = typed.trim()
  const search = useSearch(text)
  const groups = useEntries({ text, found: search.found, screens, onDone: onClose })
  const entries = groups.flatMap((group) => group.entries)
  const matches = useMatches({
    matches: entries,
    searched: text,
    isPending: search.isPending,
    marksFirst: true,
    onTake: ({ open, manage = open }, isShifted) => (isShifted ? manage() : open()),
  })
  const current = entries[matches.marked]
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the text of then
  useEffect(() => {
    if (isEntered) matches.enter(text)
  }, [isEntered])
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
            onTyped(event.target.value)
            matches.onText()
          }}
          onKeyDown={(event) => matches.onKeyDown(event, typed)}
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
                onPoint={() => matches.mark(entries.indexOf(entry))}
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
