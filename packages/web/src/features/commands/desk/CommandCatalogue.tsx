import { WarningOutlined } from '@ant-design/icons'
import type { CommandOrder } from '@trackway/core/features/commands/calls.ts'
import { type CommandCode, commandGroups } from '@trackway/core/features/commands/commands.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../ui/search/SearchField.tsx'
import { useMatches } from '../../../ui/search/use-matches.ts'
import styles from './CommandDesk.module.css'
import { commandIcons } from './command-icons.tsx'
import { valuesText } from './form/parameter-fields.tsx'

interface CommandCatalogueProps {
  commands: readonly OfferedRow[]
  orders: readonly CommandOrder[]
  chosen: CommandCode | null
  chosenOrder: number | null
  onChoose: (code: CommandCode) => void
  onOrder: (order: CommandOrder) => void
}

interface OfferedRow {
  code: CommandCode
  group: (typeof commandGroups)[number]
  risk: 'dangerous' | 'losing' | null
  /** What the device last took. */
  last: Record<string, unknown> | null
}

/** What can be sent, by what it does; saved commands first. */
export function CommandCatalogue(props: CommandCatalogueProps) {
  const { commands, orders, chosen, chosenOrder } = props
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const fits = (name: string) => name.toLowerCase().includes(search.trim().toLowerCase())
  const nameOf = (code: CommandCode) => t(`reports.command.${code}`)
  const shownOrders = orders.filter(
    ({ name, code }) => fits(name) && (code === null || commands.some((each) => each.code === code)),
  )
  const groups = commandGroups.map((group) => ({
    group,
    rows: commands.filter((each) => each.group === group && fits(nameOf(each.code))),
  }))
  const found = search.trim() === '' ? [] : [...shownOrders, ...groups.flatMap(({ rows }) => rows)]
  const matches = useMatches({
    matches: found,
    searched: search,
    onTake: (each) => ('id' in each ? props.onOrder(each) : props.onChoose(each.code)),
  })
  const marked = found[matches.marked]
  return (
    <nav
      className={`${styles.catalogue} tw-scroll tw-shrink-down tw-padded-narrow`}
      aria-label={t('commands.catalogue')}
    >
      <SearchField value={search} onSearch={setSearch} label={t('commands.findCommand')} matches={matches} />
      {shownOrders.length > 0 && (
        <Group name={t('commands.orders')}>
          {shownOrders.map((order) => (
            <Choice
              key={order.id}
              isChosen={chosenOrder === order.id}
              isMarked={order === marked}
              onChoose={() => props.onOrder(order)}
              icon={iconOf(order.code ?? 'text')}
              name={order.name}
              note={order.code === null ? order.content! : nameOf(order.code)}
            />
          ))}
        </Group>
      )}
      {groups.map(({ group, rows }) => {
        if (rows.length === 0) return null
        return (
          <Group key={group} name={t(`command.group.${group}`)}>
            {rows.map((row) => {
              const { code, risk, last } = row
              return (
                <Choice
                  key={code}
                  isMarked={row === marked}
                  isChosen={chosenOrder === null && chosen === code}
                  onChoose={() => props.onChoose(code)}
                  icon={iconOf(code)}
                  name={nameOf(code)}
                  note={last && valuesText(code, last, t)}
                  mark={risk !== null && <WarningOutlined aria-label={t('commands.dangerous')} />}
                />
              )
            })}
          </Group>
        )
      })}
    </nav>
  )
}

export function iconOf(code: CommandCode): ReactNode {
  const Icon = commandIcons[code]
  return <Icon aria-hidden />
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="tw-label">{name}</h3>
      {children}
    </section>
  )
}

interface ChoiceProps {
  isChosen: boolean
  /** Enter in the search takes it. */
  isMarked: boolean
  onChoose: () => void
  icon: ReactNode
  name: string
  /** In small letters below the name. */
  note?: string | null
  mark?: ReactNode
}

function Choice({ isChosen, isMarked, onChoose, icon, name, note, mark }: ChoiceProps) {
  return (
    <button
      type="button"
      className={`tw-choice tw-padded-tip tw-row tw-row-button tw-rounded ${isMarked ? 'tw-marked' : ''}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className="tw-muted">{icon}</span>
      <span className="tw-grow">
        {name}
        {note && (
          <small className="tw-muted tw-ellipsis tw-block" title={note}>
            {note}
          </small>
        )}
      </span>
      {mark}
    </button>
  )
}
