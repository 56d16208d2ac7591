import { StarOutlined, WarningOutlined } from '@ant-design/icons'
import type { CommandOrder } from '@trackway/core/api/devices/commands.ts'
import { type CommandCode, commandGroups } from '@trackway/core/commands/commands.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../ui/SearchField.tsx'
import styles from './CommandDesk.module.css'
import { groupIcons } from './command-icons.tsx'

interface CommandCatalogueProps {
  commands: readonly Pick<OfferedRow, 'code' | 'group' | 'risk'>[]
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
  return (
    <nav className={styles.catalogue} aria-label={t('commands.catalogue')}>
      <SearchField value={search} onSearch={setSearch} label={t('commands.findCommand')} />
      {shownOrders.length > 0 && (
        <Group icon={<StarOutlined />} name={t('commands.orders')}>
          {shownOrders.map((order) => (
            <Choice
              key={order.id}
              isChosen={chosenOrder === order.id}
              onChoose={() => props.onOrder(order)}
              name={order.name}
              note={order.code === null ? order.content! : nameOf(order.code)}
            />
          ))}
        </Group>
      )}
      {commandGroups.map((group) => {
        const rows = commands.filter((each) => each.group === group && fits(nameOf(each.code)))
        if (rows.length === 0) return null
        const Icon = groupIcons[group]
        return (
          <Group key={group} icon={<Icon />} name={t(`commands.group.${group}`)}>
            {rows.map(({ code, risk }) => (
              <Choice
                key={code}
                isChosen={chosenOrder === null && chosen === code}
                onChoose={() => props.onChoose(code)}
                name={nameOf(code)}
                mark={risk !== null && <WarningOutlined aria-label={t('commands.dangerous')} />}
              />
            ))}
          </Group>
        )
      })}
    </nav>
  )
}

function Group({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3>
        {icon} {name}
      </h3>
      {children}
    </section>
  )
}

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  name: string
  note?: string
  mark?: ReactNode
}

function Choice({ isChosen, onChoose, name, note, mark }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={isChosen} onClick={onChoose}>
      <span className="tw-ellipsis">{name}</span>
      {note && <span className="tw-small tw-muted tw-ellipsis">{note}</span>}
      {mark}
    </button>
  )
}
