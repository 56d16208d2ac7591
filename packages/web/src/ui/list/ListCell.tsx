import type { ConnectionState } from '@trackway/core/codes/states.ts'
import { columnValue, type ListColumn, namedIn, placeKeys } from '@trackway/core/lists/columns.ts'
import { type ColumnForm, inWords, writeValue } from '@trackway/core/lists/forms.ts'
import { Tooltip } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Format, unknown } from '../../base/format.ts'
import { useNow } from '../../base/use-now.ts'
import { useTexts } from '../../base/use-texts.ts'
import { Address } from '../address/Address.tsx'
import { ExpiryMark } from '../ExpiryMark.tsx'
import { CopyText } from '../link/CopyText.tsx'
import { NameLink } from '../link/NameLink.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import { StateTag } from '../StateTag.tsx'
import styles from './list.module.css'

interface ListCellProps {
  column: ListColumn
  row: object
  /** A column whose value is below this one, or in its place where it is empty. */
  beneath?: ListColumn | undefined
}

/** A value of a list or a report, drawn by its form. */
export function ListCell({ column, row, beneath }: ListCellProps) {
  if (!beneath || columnValue(beneath, row) === null) return <Value column={column} row={row} />
  if (columnValue(column, row) === null) return <Value column={beneath} row={row} />
  return (
    <span className={styles.two}>
      <Value column={column} row={row} />
      <small className="tw-muted">
        <Value column={beneath} row={row} />
      </small>
    </span>
  )
}

function Value({ column, row }: { column: ListColumn; row: object }) {
  const { t, format } = useTexts()
  const { key, form, card } = column
  if (form === 'place') return <Place of={row as Record<string, unknown>} keys={placeKeys(key)} />
  const value = columnValue(column, row)
  if (value === null) return <span className="tw-muted">{form === 'term' ? t('lists.never') : unknown}</span>
  switch (form) {
    case 'identifier':
      return <CopyText text={String(value)} />
    case 'age':
      return <RelativeTime at={value as number} />
    case 'term':
      return <Term end={value as number} text={valueText(value, form, { t, format })} />
    case 'state':
      return <StateTag state={value as ConnectionState} />
    case 'texts': {
      const [first, ...others] = value as string[]
      return (
        <Tooltip title={others.length > 0 ? [first, ...others].join(', ') : ''}>
          <span>{others.length > 0 ? `${first} +${others.length}` : first}</span>
        </Tooltip>
      )
    }
    default: {
      const text = valueText(value, form, { t, format })
      const Text = card === 'title' ? 'strong' : 'span'
      const named = namedIn(column, row)
      // Of a text that is cut much is left, of a time nothing.
      return form === 'text' || form === 'commandFailure' ? (
        <span className={styles.text}>
          <Text className="tw-ellipsis" title={text}>
            {named ? <NameLink {...named}>{text}</NameLink> : text}
          </Text>
        </span>
      ) : (
        <Text className="tw-number">{text}</Text>
      )
    }
  }
}

/** When something ends, with a mark where that is near. */
function Term({ end, text }: { end: number; text: string }) {
  const now = useNow(60_000)
  return (
    <span className={`${styles.term} tw-number`}>
      <span>{text}</span>
      <ExpiryMark end={end} now={now} />
    </span>
  )
}

/** An address; an episode that is cut at the edge of the requested period has no place there. */
function Place({ of, keys }: { of: Record<string, unknown>; keys: [lat: string, lon: string] }) {
  const { t } = useTranslation()
  const [lat, lon] = keys.map((key) => of[key])
  if (typeof lat === 'number' && typeof lon === 'number')
    return (
      <span className={styles.text} data-testid="stat-place">
        <span className="tw-ellipsis">
          <Address lat={lat} lon={lon} short />
        </span>
      </span>
    )
  const isCut = of[keys[0] === 'fromLat' ? 'began' : 'ended'] === 'range'
  return <span className="tw-muted">{isCut ? t('lists.underWay') : unknown}</span>
}

/** A value in words; unknown is a dash. */
export function valueText(
  value: unknown,
  form: ColumnForm,
  { t, format }: { t: TFunction; format: Format },
): string {
  if (value === null || value === undefined || value === '') return unknown
  const wordOf = (codes: string, code: string) =>
    t([`reports.${codes}.${code}`, `${codes}.${code}`], { defaultValue: '' })
  return writeValue(inWords(value, form, wordOf), form, format)
}
