import { FilterOutlined } from '@ant-design/icons'
import { rolesWithSubAccounts } from '@trackway/core/codes/roles.ts'
import { keysOf, type ListFilter } from '@trackway/core/lists/filters.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { Badge, Button, Checkbox, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { SpanFilter } from '../period/SpanFilter.tsx'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { DeviceTypePicker } from '../pickers/DeviceTypePicker.tsx'
import { GroupPicker } from '../pickers/GroupPicker.tsx'
import { SearchField } from '../search/SearchField.tsx'
import type { Matches } from '../search/use-matches.ts'
import styles from './list.module.css'
import type { AnyListUrl } from './list-url.ts'

interface ListFiltersProps {
  list: List
  url: AnyListUrl
  onFilter: (change: AnyListUrl) => void
  isNarrow?: boolean
  /** What Enter in a search takes. */
  matches?: Matches | undefined
  /** Filters that the screen brings itself. */
  children?: ReactNode
}

/** Shown on demand, or while they filter: all at once take more than a row. */
const isRare = ({ kind }: ListFilter) => kind === 'days' || kind === 'span'

/** Search and filters of a list; a phone shows the filters on demand. */
export function ListFilters({ list, isNarrow = false, matches, children, ...rest }: ListFiltersProps) {
  const { t } = useTranslation()
  const isFolded = useIsPhone() || isNarrow
  const [isOpen, setIsOpen] = useState(false)
  const searches = list.filters.filter(({ kind }) => kind === 'search')
  const others = list.filters.filter(({ kind }) => kind !== 'search' && kind !== 'given')
  const used = others.filter(({ key }) => rest.url[key] !== undefined).length
  return (
    <>
      {searches.map(({ key }) => (
        <div key={key} className="tw-tool-wide">
          <SearchField
            value={String(rest.url[key] ?? '')}
            onSearch={(text) => rest.onFilter({ [key]: text || undefined })}
            label={t(`list.search.${list.name}`)}
            {...(matches && { matches })}
          />
        </div>
      ))}
      {isFolded && (others.length > 0 || children) && (
        <Badge count={used} color="var(--tw-accent)">
          <Button icon={<FilterOutlined />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('lists.filters')}
          </Button>
        </Badge>
      )}
      {(isFolded ? isOpen : true) &&
        others
          .filter(
            (filter) =>
              isOpen || !isRare(filter) || keysOf(filter).some((key) => rest.url[key] !== undefined),
          )
          .map((filter) => <Filter key={filter.key} filter={filter} {...rest} />)}
      {!isFolded && others.some(isRare) && (
        <Button
          icon={<FilterOutlined />}
          aria-label={t('lists.filters')}
          title={t('lists.filters')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
      {(!isFolded || isOpen) && children}
    </>
  )
}

type FilterProps = Omit<ListFiltersProps, 'list' | 'isNarrow' | 'matches' | 'children'> & {
  filter: ListFilter
}

function Filter({ filter, url, onFilter }: FilterProps) {
  const { t } = useTranslation()
  const { role } = useUser()
  const { key } = filter
  if (filter.kind === 'account') {
    const isExact = url[filter.below] === false
    return (
      <>
        <AccountPicker
          value={url[key] as number | undefined}
          isExact={isExact}
          onChange={(id) => onFilter({ [key]: id })}
          label={t('list.filter.userId')}
        />
        {rolesWithSubAccounts.includes(role) && (
          <Checkbox
            checked={!isExact}
            onChange={({ target }) => onFilter({ [filter.below]: target.checked ? undefined : false })}
          >
            {t('list.filter.withBelow')}
          </Checkbox>
        )}
      </>
    )
  }
  if (filter.kind === 'chosen' && url[key] !== undefined)
    return (
      <Tag closable className={styles.chosen} onClose={() => onFilter({ [key]: undefined })}>
        {t('lists.chosen', { count: String(url[key]).split('_').length })}
      </Tag>
    )
  if (filter.kind === 'deviceType')
    return (
      <DeviceTypePicker
        className="tw-tool"
        aria-label={t(`list.filter.${key}`)}
        value={url[key] as number | undefined}
        onChange={(type) => onFilter({ [key]: type })}
      />
    )
  if (filter.kind === 'groups')
    return (
      <GroupPicker
        isHiddenWithout
        className="tw-tool"
        label={t(`list.filter.${key}`)}
        userId={url.userId as number | undefined}
        value={url[key] === undefined ? null : String(url[key]).split('_').map(Number)}
        onChange={(ids) => onFilter({ [key]: ids?.join('_') })}
      />
    )
  if (filter.kind === 'span')
    return (
      <SpanFilter
        label={t(`list.filter.${key}`)}
        from={url[key] as number | undefined}
        to={url[filter.to] as number | undefined}
        onChange={(from, to) => onFilter({ [key]: from, [filter.to]: to })}
      />
    )
  if (filter.kind === 'days') {
    const chosen = url[key] as number | undefined
    const days = chosen === undefined || filter.days.includes(chosen) ? filter.days : [...filter.days, chosen]
    return (
      <Select
        allowClear
        className="tw-tool"
        popupMatchSelectWidth={false}
        aria-label={t(`list.filter.${key}`)}
        placeholder={t(`list.any.${key}`)}
        value={chosen ?? null}
        options={days.map((count) => ({ value: count, label: t(`list.${key}`, { count }) }))}
        onChange={(next) => onFilter({ [key]: next ?? undefined })}
      />
    )
  }
  if (filter.kind !== 'choice') return null
  return (
    <Select
      allowClear
      className="tw-tool"
      popupMatchSelectWidth={false}
      aria-label={t(`list.filter.${key}`)}
      placeholder={t(`list.any.${key}`)}
      value={url[key] ?? null}
      options={filter.codes.map((code) => ({
        value: code,
        label:
          typeof filter.texts === 'string'
            ? t(`${filter.texts}.${code}`, { count: Number(url.withinDays ?? 30) })
            : filter.texts(code),
      }))}
      onChange={(chosen) => onFilter({ [key]: chosen ?? undefined })}
    />
  )
}
