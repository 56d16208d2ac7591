import styles from './PlacesTable.module.css'
import type { ReadingTable } from './reading-facts.ts'

/** The readings of several wheels, sensors or packs. */
export function PlacesTable({
  label,
  table: { columns, rows, age },
}: {
  label: string
  table: ReadingTable
}) {
  return (
    <table className={styles.places} aria-label={label}>
      <thead>
        <tr>
          <td className="tw-muted">{age}</td>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, texts }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {columns.map((column, i) => (
              <td key={column}>{texts[i]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
